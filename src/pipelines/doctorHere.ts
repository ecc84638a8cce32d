import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { diagnosisOf, isSameFinding, type Finding } from "../domain/doctor/finding.ts"
import type { Treatment } from "../domain/doctor/treatment.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { projectScope } from "../domain/project/places.ts"
import { GsdHome } from "../services/GsdHome.ts"
import { Ledger } from "../services/Ledger.ts"
import { doctor } from "./doctor.ts"
import { doctorFix, type FixRequested } from "./doctorFix.ts"

/** The scope asked for; beside the user's own that of the current project, when this machine has records of it. */
const scopesHere = Effect.fn("doctor.scopesHere")(function* (scope: LedgerScope) {
  const { project } = yield* GsdHome
  if (scope.kind === "project" || Option.isNone(project)) return [scope]
  const here = projectScope(project.value)
  const ledgers = yield* Ledger
  const ledger = yield* Effect.result(ledgers.read(here))
  const isRecorded =
    Result.isFailure(ledger) ||
    ledger.success.entries.size + ledger.success.files.size + ledger.success.runtimes.size > 0
  return isRecorded ? [scope, here] : [scope]
})

const once = <A extends Finding>(findings: ReadonlyArray<A>): ReadonlyArray<A> =>
  findings.filter((one, at) => findings.findIndex((other) => isSameFinding(one, other)) === at)

/** Like `doctor`, in global scope also for the settings files of the current project. Each finding comes once. */
export const doctorHere = Effect.fn("doctorHere")(function* (scope: LedgerScope) {
  const diagnoses = yield* Effect.forEach(yield* scopesHere(scope), doctor)
  return diagnosisOf(once(diagnoses.flatMap(({ findings }) => findings)))
})

/** Like `doctorFix`, in global scope also for the settings files of the current project. */
export const doctorFixHere = Effect.fn("doctorFixHere")(function* <E, R>(
  scope: LedgerScope,
  requested: FixRequested<E, R>
) {
  const scopes = yield* scopesHere(scope)
  const treatments = yield* Effect.forEach(scopes, (one) => doctorFix(one, requested))
  return {
    findings: once(treatments.flatMap(({ findings }) => findings)),
    healthy: treatments.every(({ healthy }) => healthy),
    warnings: [...new Set(treatments.flatMap(({ warnings }) => warnings))]
  } satisfies Treatment
})
