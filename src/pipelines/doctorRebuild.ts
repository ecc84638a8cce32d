import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { LedgerNotBroken } from "../domain/doctor/errors.ts"
import { lostIds, rebuiltEntries, rebuiltLedger } from "../domain/doctor/rebuilt.ts"
import type { RebuildPlan, RebuildReport } from "../domain/doctor/rebuildPlan.ts"
import { sameJson } from "../domain/json/canonical.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { StateChanged } from "../domain/transaction/errors.ts"
import { GsdHome } from "../services/GsdHome.ts"
import { Ledger } from "../services/Ledger.ts"
import { Repairs } from "../services/Repairs.ts"
import { rebuildFacts } from "./doctor/rebuild.ts"

/** What the caller decides. */
export interface RebuildRequested<E, R> {
  readonly approve: (plan: RebuildPlan) => Effect.Effect<boolean, E, R>
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

/** Only a ledger that cannot be read is rebuilt: any other knows more than can be told without it. */
const proveBroken = Effect.fnUntraced(function* (scope: LedgerScope) {
  const ledgers = yield* Ledger
  const { paths } = yield* GsdHome
  const read = yield* Effect.result(ledgers.read(scope))
  if (Result.isSuccess(read)) return yield* new LedgerNotBroken({ path: paths.ledger(scope) })
  if (read.failure._tag !== "LedgerCorrupt") return yield* read.failure
})

const planned = Effect.fnUntraced(function* (scope: LedgerScope) {
  const { facts, notes } = yield* rebuildFacts(scope)
  const ledger = rebuiltLedger(facts)
  return { ledger, notes, entries: rebuiltEntries(facts, ledger), lost: lostIds(facts, ledger) }
})

const shownOf = ({ entries, lost }: Pick<RebuildPlan, "entries" | "lost">) =>
  // What is wired where may change with the transactions that are closed first.
  ({ entries: entries.map(({ wired: _wired, ...entry }) => entry), lost })

/**
 * Writes a ledger that cannot be read anew, from audit log, store, consents and settings files, after showing what it
 * would say. Transactions that wait for it are closed first: finished where the audit log proves their commit, undone
 * else. Before the commit the broken file stays as it is; its bytes are kept in `H/attention`.
 */
export const doctorRebuild = Effect.fn("doctorRebuild")(function* <E, R>(
  scope: LedgerScope,
  requested: RebuildRequested<E, R>
) {
  const repairs = yield* Repairs
  const { paths } = yield* GsdHome
  yield* proveBroken(scope)
  const path = paths.ledger(scope)
  const first = yield* planned(scope)
  const waiting = (yield* repairs.interrupted).filter(({ blockedBy }) => blockedBy === path)
  const { entries, lost, notes } = first
  const plan: RebuildPlan = {
    ledger: path,
    entries,
    lost,
    interrupted: waiting.map((one) => one.path),
    notes
  }
  const declined: RebuildReport = { status: "declined", ...plan, warnings: [] }
  if (!(yield* requested.approve(plan))) return declined
  const rebuild = yield* repairs.beginRebuild({ scope, wait: requested.wait })
  const now = yield* planned(scope)
  if (!sameJson(shownOf(now), shownOf(first)))
    return yield* new StateChanged({ id: "doctor", what: "the ledger would not be what was shown" })
  // Commit point.
  const { kept, warnings } = yield* rebuild.commit(now.ledger)
  const rebuilt: RebuildReport = {
    status: "rebuilt",
    ...plan,
    entries: now.entries,
    notes: now.notes,
    kept,
    warnings
  }
  return rebuilt
}, Effect.scoped)
