import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Finding } from "../../domain/doctor/finding.ts"
import { unneededRecords } from "../../domain/doctor/judgeRecords.ts"
import { isRetirable } from "../../domain/doctor/judgeStore.ts"
import { planMending } from "../../domain/doctor/planMending.ts"
import type { RepairPlan } from "../../domain/doctor/treatment.ts"
import { editsOf } from "../../domain/foreign/shownEdit.ts"
import { sameJson } from "../../domain/json/canonical.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { StateChanged } from "../../domain/transaction/errors.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Repairs } from "../../services/Repairs.ts"
import { Transaction } from "../../services/Transaction.ts"
import { planEdits, type RepairEdits } from "./edits.ts"
import { recordFacts } from "./records.ts"
import { unnamedIn } from "./store.ts"

/** Where, and how long to wait for the lock. */
export interface Mend {
  readonly scope: LedgerScope
  readonly wait: Duration.Duration
}

/** Everything that needs no question: recovers, sweeps, drops records for nothing, retires bundles that no ledger names. */
export const mendOwn = Effect.fn("doctor.mendOwn")(function* ({ scope, wait }: Mend) {
  const transactions = yield* Transaction
  const repairs = yield* Repairs
  yield* repairs.sweep
  const transaction = yield* transactions.begin({ scope, wait })
  const records = yield* recordFacts()
  const now = yield* Clock.currentTimeMillis
  const unnamed = yield* unnamedIn(records)
  const retire = unnamed.flatMap((one) => (isRetirable(one, now) ? [one.contentHash] : []))
  const consentDrop = unneededRecords(records)
  if (retire.length + consentDrop.length === 0) return []
  // Commit point.
  const committed = yield* transaction.commit(planMending(transaction, { consentDrop, retire, files: [] }))
  return committed.warnings
}, Effect.scoped)

/** Asks about edits; gives a yes or a no. */
export type Approve<E, R> = (plan: RepairPlan) => Effect.Effect<boolean, E, R>

const isEmpty = (edits: RepairEdits): boolean => edits.wirings.length + edits.deletions.length === 0

const shownOf = (edits: RepairEdits) => ({
  goals: edits.goals,
  deletions: edits.deletions.map(({ row }) => row.path)
})

const filesOf = (edits: RepairEdits) =>
  [...edits.wirings.map(({ file }) => file), ...edits.deletions].toSorted((a, b) =>
    a.row.path < b.row.path ? -1 : 1
  )

/** Edits of files that are not ours: planned, shown, and made in one transaction if the answer is yes. */
export const mendForeign = Effect.fn("doctor.mendForeign")(function* <E, R>(
  { scope, wait }: Mend,
  findings: ReadonlyArray<Finding>,
  approve: Approve<E, R>
) {
  const transactions = yield* Transaction
  const ledgers = yield* Ledger
  const shown = yield* planEdits(scope, yield* ledgers.read(scope))
  if (isEmpty(shown)) return { declined: false, warnings: shown.warnings }
  const { deletions } = shownOf(shown)
  const yes = yield* approve({ findings, edits: editsOf(shown.wirings), deletions })
  if (!yes) return { declined: true, warnings: shown.warnings }
  const transaction = yield* transactions.begin({ scope, wait })
  const planned = yield* planEdits(scope, transaction.ledger)
  if (!sameJson(shownOf(planned), shownOf(shown)))
    return yield* new StateChanged({ id: "doctor", what: "what there is to repair is not what was shown" })
  // Commit point.
  const committed = yield* transaction.commit(
    planMending(transaction, { consentDrop: [], retire: [], files: filesOf(planned) })
  )
  return { declined: false, warnings: [...planned.warnings, ...committed.warnings] }
}, Effect.scoped)
