import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  isInactive,
  isRestorable,
  type SettingsFacts,
  type WiringFacts
} from "../../domain/doctor/judgeWiring.ts"
import { planDeletion, planRepair, type RepairGoal } from "../../domain/doctor/planRepair.ts"
import type { PlannedWiring } from "../../domain/foreign/planWiring.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import type { PlannedFile } from "../../domain/transaction/change.ts"
import { ForeignFiles } from "../../services/ForeignFiles.ts"
import { wiredElsewhere } from "../wiring/elsewhere.ts"
import { settingsFilesOf, temporariesBeside } from "./leftovers.ts"
import { wiringFacts } from "./wiring.ts"

/** Edits outside H that would mend what was found, on the bytes as they are now. */
export interface RepairEdits {
  readonly wirings: ReadonlyArray<PlannedWiring>
  readonly deletions: ReadonlyArray<PlannedFile>
  /** What is done to our own entries, which is what a yes is about; the bytes around them may change. */
  readonly goals: ReadonlyArray<{
    readonly file: string
    readonly add: ReadonlyArray<string>
    readonly cut: ReadonlyArray<string>
    readonly out: ReadonlyArray<string>
  }>
  readonly warnings: ReadonlyArray<string>
}

const goalOf = (facts: WiringFacts, file: SettingsFacts): RepairGoal => ({
  add: file.found.filter((one) => isRestorable(facts, file, one)).map(({ entry }) => entry),
  cut: file.found.filter((one) => one.state === "resurrected").map(({ entry }) => entry),
  out: [...new Set(file.found.filter((one) => isInactive(facts, one)).map(({ entry }) => entry.owner))]
})

const planFile = Effect.fnUntraced(function* (
  ledger: LedgerState,
  file: string,
  goal: Parameters<typeof planRepair>[2]
) {
  const foreign = yield* ForeignFiles
  const record = ledger.files.get(file) ?? { removed: [] }
  const target = yield* foreign.read(file)
  return yield* Effect.fromResult(planRepair(target, record, goal))
})

const planDeletions = Effect.fnUntraced(function* (ledger: LedgerState) {
  const foreign = yield* ForeignFiles
  const temporaries = yield* temporariesBeside(settingsFilesOf(ledger))
  const targets = yield* Effect.forEach(temporaries, ({ path }) => Effect.option(foreign.read(path)))
  return targets.flatMap((target) => (target._tag === "Some" ? [planDeletion(target.value)] : []))
})

/**
 * Plans what puts missing entries back, takes out those that came back and those of what is not active, and deletes our
 * temporaries. A file that cannot be edited is left with a warning.
 */
export const planEdits = Effect.fn("doctor.planEdits")(function* (scope: LedgerScope, ledger: LedgerState) {
  const facts = yield* wiringFacts(scope, ledger)
  const elsewhere = yield* wiredElsewhere(scope)
  const wanted = facts.files
    .map((file) => ({ file: file.file, goal: goalOf(facts, file) }))
    .filter(({ goal }) => goal.add.length + goal.cut.length + goal.out.length > 0)
  const planned = yield* Effect.forEach(wanted, (one) =>
    Effect.result(
      Effect.map(planFile(ledger, one.file, { ...one.goal, elsewhere: elsewhere(one.file) }), (wiring) => ({
        ...one,
        wiring
      }))
    )
  )
  const done = planned.flatMap((one) => (Result.isSuccess(one) ? [one.success] : []))
  return {
    wirings: done.map(({ wiring }) => wiring),
    deletions: yield* planDeletions(ledger),
    goals: done.map(({ file, goal }) => ({
      file,
      add: goal.add.map(({ marker, owner }) => `${owner} ${marker}`),
      cut: goal.cut.map(({ marker, owner }) => `${owner} ${marker}`),
      out: goal.out
    })),
    warnings: planned.flatMap((one) => (Result.isFailure(one) ? [one.failure.message] : []))
  } satisfies RepairEdits
})
