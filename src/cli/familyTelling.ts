import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { FamilyReport } from "../domain/family/finding.ts"
import { exitCode } from "../domain/hinted.ts"
import { Environment } from "../services/Environment.ts"
import { Concluded } from "./errors.ts"
import { familyAnnotations, renderFamilyReports, wantsAnnotations } from "./render/familyReports.ts"
import { print } from "./verb.ts"

/** In which form reports are told, and whether any that is not valid is a failure. */
export interface FamilyTelling {
  readonly json: boolean
  readonly strict: boolean
}

/** Tells reports of `family validate`: annotations on stderr where a service reads the log, then the result. Exit 4 under --strict. */
export const tellFamilyReports = Effect.fnUntraced(function* (
  { json, strict }: FamilyTelling,
  reports: ReadonlyArray<FamilyReport>
) {
  const { variables } = yield* Environment
  if (wantsAnnotations(variables.get("CI")))
    yield* Effect.forEach(familyAnnotations(reports), (line) => Console.error(line), { discard: true })
  yield* print({ json }, reports, renderFamilyReports)
  if (strict && reports.some(({ result }) => result !== "valid"))
    return yield* new Concluded({ code: exitCode.refused })
})
