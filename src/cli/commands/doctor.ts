import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { exitCode } from "../../domain/hinted.ts"
import type { Common } from "../common.ts"
import { Concluded, InvocationInvalid } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderDiagnosis } from "../render/doctor.ts"
import { renderRebuildReport, renderTreatment } from "../render/repair.ts"
import { inDoctor, print } from "../verb.ts"
import { capabilityFlags } from "./capability.ts"
import { load, waitOf } from "./flags.ts"

const flags = {
  fix: Flag.Boolean("fix").pipe(
    Flag.withDescription("Mend what can be mended; asks before it changes files of other programs"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  rebuild: Flag.Boolean("rebuild").pipe(
    Flag.withDescription("Write a ledger that cannot be read anew, after showing what it would say"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  yes: Flag.Boolean("yes").pipe(
    Flag.withAlias("y"),
    Flag.withDescription("Say yes to what --fix or --rebuild shows in this run"),
    Flag.withDefault(false)
  )
}

interface Input {
  readonly fix: boolean
  readonly rebuild: boolean
  readonly yes: boolean
}

const wait = waitOf({ noWait: false })

const problemOf = ({ fix, rebuild, yes }: Input): string | undefined => {
  if (fix && rebuild) return "`--fix` and `--rebuild` exclude each other"
  return yes && !fix && !rebuild ? "`--yes` says yes to `--fix` or `--rebuild`, and none is given" : undefined
}

const degradedUnless = (healthy: boolean) =>
  healthy ? Effect.void : Effect.fail(new Concluded({ code: exitCode.degraded }))

const diagnose = Effect.fnUntraced(function* (common: Common) {
  const pipeline = yield* load(() => import("../../pipelines/doctorHere.ts"))
  const diagnosis = yield* inDoctor(common, (scope) => pipeline.doctorHere(scope))
  yield* print(common, diagnosis, renderDiagnosis)
  yield* degradedUnless(diagnosis.healthy)
})

const mend = Effect.fnUntraced(function* (common: Common, { yes }: Input) {
  const pipeline = yield* load(() => import("../../pipelines/doctorHere.ts"))
  const { approveRepairs } = yield* load(() => import("../repairing.ts"))
  const approve = approveRepairs({ json: common.json, yes })
  const treatment = yield* inDoctor(common, (scope) => pipeline.doctorFixHere(scope, { approve, wait }))
  yield* print(common, treatment, renderTreatment)
  yield* degradedUnless(treatment.healthy)
})

const rebuild = Effect.fnUntraced(function* (common: Common, { yes }: Input) {
  const pipeline = yield* load(() => import("../../pipelines/doctorRebuild.ts"))
  const { approveRebuild } = yield* load(() => import("../repairing.ts"))
  const approve = approveRebuild({ json: common.json, yes })
  const report = yield* inDoctor(common, (scope) => pipeline.doctorRebuild(scope, { approve, wait }))
  yield* print(common, report, renderRebuildReport)
  if (report.status === "declined") return yield* new Concluded({ code: exitCode.consent })
})

/** `gsd doctor`. Exit 7 when anything is found, or left by `--fix`; 3 when a rebuild was not said yes to. */
export const doctor = Command.make(
  "doctor",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const problem = problemOf(input)
    if (problem !== undefined)
      return yield* new InvocationInvalid({
        command: "gsd doctor",
        problem,
        problems: [problem],
        suggestions: []
      })
    if (input.fix) return yield* mend(common, input)
    if (input.rebuild) return yield* rebuild(common, input)
    yield* diagnose(common)
  })
).pipe(
  Command.withDescription("Say what is not as it should be, and mend it"),
  Command.withGlobalFlags(capabilityFlags),
  Command.withExamples([
    { command: "gsd doctor", description: "Look, and change nothing; exit 7 when anything is found" },
    { command: "gsd doctor --fix", description: "Mend; ask before files of other programs change" },
    { command: "gsd doctor --fix --yes --json", description: "The same without a question, as JSON" },
    { command: "gsd doctor --rebuild", description: "The way out of a ledger that cannot be read" }
  ])
)
