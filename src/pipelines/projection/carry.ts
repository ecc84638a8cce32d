import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { RuntimeOutcome } from "../../domain/projection/report.ts"
import { withLeftovers, type Change } from "../../domain/transaction/change.ts"
import { Transaction } from "../../services/Transaction.ts"
import { checkoutNotes } from "./checkout.ts"
import { outcomeOf, requestFor, type RuntimesAsked } from "./asked.ts"
import { planProjections } from "./plan.ts"

/** How a command about runtimes changes what they are given. */
export interface Carry<E> {
  readonly op: Extract<Change["op"], "project" | "unproject">
  readonly wait: Duration.Duration
  readonly next: (ledger: LedgerState) => Effect.Effect<LedgerState, E>
  readonly status: Exclude<RuntimeOutcome["status"], "unchanged" | "planned">
}

/** Plans under the lock and commits, all runtimes in one transaction; nothing is written when all stands as it shall. */
export const carryRuntimes = Effect.fn("projection.carry")(function* <E>(
  asked: RuntimesAsked,
  { next, op, status, wait }: Carry<E>
) {
  const transactions = yield* Transaction
  const { scope } = asked
  const transaction = yield* transactions.begin({ scope, wait })
  const after = yield* next(transaction.ledger)
  const planned = yield* planProjections(requestFor(asked, { before: transaction.ledger, after }))
  if (!planned.changes) return outcomeOf(scope, "unchanged", planned)
  const [id = "", ...also] = asked.ids.toSorted()
  const { dirsCreated, dirsRemoved, files, ledger } = planned
  const change = withLeftovers(transaction, {
    op,
    id,
    ...(also.length === 0 ? {} : { also }),
    ledger,
    consentAdd: [],
    store: [],
    files,
    dirsCreated,
    ...(dirsRemoved.length === 0 ? {} : { dirsRemoved })
  })
  // Commit point.
  const committed = yield* transaction.commit(change)
  const inCheckout = yield* checkoutNotes(scope, files)
  const warnings = [...planned.warnings, ...inCheckout, ...committed.warnings]
  return outcomeOf(scope, status, { ...planned, warnings })
}, Effect.scoped)
