import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { planCollect, surplusGenerations } from "../domain/collect/planCollect.ts"
import type { GcReport, Surplus } from "../domain/collect/report.ts"
import type { LedgerState } from "../domain/ledger/state.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { Ledger } from "../services/Ledger.ts"
import { Policies } from "../services/Policies.ts"
import { Repairs } from "../services/Repairs.ts"
import { Transaction } from "../services/Transaction.ts"
import { collectFacts } from "./gc/facts.ts"
import { measured } from "./telemetry/metrics.ts"

/** What the caller asks for. */
export interface GcRequested {
  readonly scope: LedgerScope
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

type Facts = Effect.Success<ReturnType<typeof collectFacts>>

interface Found {
  readonly facts: Facts
  readonly ledger: LedgerState
  readonly keep: number
  readonly stagings: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

const bytesOf = (files: ReadonlyArray<Surplus>): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

const reportOf = (scope: LedgerScope, { facts, keep, ledger, stagings, warnings }: Found): GcReport => ({
  scope: scope.kind,
  generations: surplusGenerations(ledger, keep),
  bundles: facts.unnamed.map(({ path }) => path).toSorted(),
  ...facts.surplus,
  stagings,
  freedBytes: bytesOf(facts.surplus.trash) + bytesOf(facts.surplus.cache),
  warnings
})

/**
 * Lets go of what nothing needs: generations of the scope beyond the policy and bundles that no ledger names, which go
 * to trash; what lay there for an hour; fetched files that no kept generation came in. What any ledger names stays, and
 * so does what was dropped or written less than an hour ago.
 */
export const gc = Effect.fn("gc")(
  function* ({ scope, wait }: GcRequested) {
    const transactions = yield* Transaction
    const repairs = yield* Repairs
    const { generations: keep } = yield* (yield* Policies).read
    const stagings = yield* repairs.deadStagings
    yield* repairs.sweep
    const transaction = yield* transactions.begin({ scope, wait })
    const { ledger } = transaction
    const facts = yield* collectFacts()
    yield* repairs.discard(facts.surplus)
    const retire = facts.unnamed.flatMap(({ contentHash }) =>
      contentHash === undefined ? [] : [contentHash]
    )
    const isNothing = retire.length + surplusGenerations(ledger, keep).length === 0
    // Commit point.
    const { warnings } = isNothing
      ? { warnings: [] }
      : yield* transaction.commit(planCollect(transaction, { keep, retire }))
    return reportOf(scope, { facts, ledger, keep, stagings, warnings })
  },
  Effect.scoped,
  measured("gc")
)

/** What `gc` would let go. */
export const gcDryRun = Effect.fn("gc.dryRun")(function* ({ scope }: Omit<GcRequested, "wait">) {
  const ledgers = yield* Ledger
  const repairs = yield* Repairs
  const transactions = yield* Transaction
  const { generations: keep } = yield* (yield* Policies).read
  yield* transactions.recover
  const ledger = yield* ledgers.read(scope)
  const facts = yield* collectFacts()
  const stagings = yield* repairs.deadStagings
  return {
    ...reportOf(scope, { facts, ledger, keep, stagings, warnings: [] }),
    dryRun: true
  } satisfies GcReport
})
