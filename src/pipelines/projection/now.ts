import * as Effect from "effect/Effect"
import type { LedgerScope } from "../../domain/paths.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Transaction } from "../../services/Transaction.ts"

/** The ledger of a scope as it stands, after what an interrupted command left was settled, where that is possible. */
export const ledgerNow = Effect.fn("projection.ledgerNow")(function* (scope: LedgerScope) {
  const ledgers = yield* Ledger
  const transactions = yield* Transaction
  yield* transactions.recover
  return yield* ledgers.read(scope)
})
