import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { exitCode } from "../../domain/hinted.ts"
import { Environment } from "../../services/Environment.ts"
import { Concluded } from "../errors.ts"
import { Json, withoutVersion } from "../globals.ts"
import { familyAnnotations, renderFamilyReports } from "../render/familyReports.ts"
import { inFamily, print } from "../verb.ts"
import { load } from "./flags.ts"

const folder = Argument.String("dir").pipe(
  Argument.withDescription("Folder of a member, or a pattern such as `skills/*`")
)

const strict = Flag.Boolean("strict").pipe(
  Flag.withDescription("Fail when a member is not valid: unsupported counts"),
  Flag.withDefault(false),
  Flag.withoutNegation
)

/** Findings as annotations on stderr, when a service of continuous integration reads the log. */
const annotate = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
  const { variables } = yield* Environment
  const ci = variables.get("CI") ?? ""
  if (ci === "" || ci === "false" || ci === "0") return
  yield* Effect.forEach(lines, (line) => Console.error(line), { discard: true })
})

/** `gsd family validate [--strict] DIR…`. Exit 4 under --strict when one is not valid. */
export const familyValidate = Command.make(
  "validate",
  { folders: Argument.variadic(folder, { min: 1 }), strict },
  Effect.fnUntraced(function* (input) {
    yield* withoutVersion
    const json = yield* Json
    const pipeline = yield* load(() => import("../../pipelines/familyValidate.ts"))
    const reports = yield* inFamily(
      Effect.tap(pipeline.familyValidate(input.folders), (found) => annotate(familyAnnotations(found)))
    )
    yield* print({ json }, reports, renderFamilyReports)
    if (input.strict && reports.some(({ result }) => result !== "valid"))
      return yield* new Concluded({ code: exitCode.refused })
  })
).pipe(
  Command.withDescription("Judge members of the agent-workflow family, and say exactly what is wrong"),
  Command.withExamples([
    { command: "gsd family validate ./my-bridge", description: "One member; findings, exit 0" },
    {
      command: "gsd family validate --strict 'skills/*'",
      description: "For CI: exit 4 when one is not valid"
    }
  ])
)
