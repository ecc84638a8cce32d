import * as Effect from "effect/Effect"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { limits } from "../../domain/limits.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { Ledger } from "../../services/Ledger.ts"

/** A reader's look at what a ledger names. */
export interface Look<A, E, R> {
  readonly look: (ledger: LedgerState) => Effect.Effect<A, E, R>
  /** Whether everything that the ledger names was found in order; a commit in between can only make it look worse. */
  readonly isWhole: (seen: A) => boolean
}

/**
 * Reads a ledger and looks; when something is missing, reads the ledger once more and believes what it saw only if
 * no commit came between, else looks again by the newer one. Source: transaction.md "Readers".
 */
export const settled = Effect.fn("overlays.settled")(function* <A, E, R>(
  scope: LedgerScope,
  { look, isWhole }: Look<A, E, R>
) {
  const ledgers = yield* Ledger
  let ledger = yield* ledgers.read(scope)
  for (let attempt = 1; ; attempt += 1) {
    const seen = yield* look(ledger)
    if (isWhole(seen) || attempt >= limits.readerAttempts) return seen
    const now = yield* ledgers.read(scope)
    if (now.rev === ledger.rev && now.lastTx === ledger.lastTx) return seen
    ledger = now
  }
})
