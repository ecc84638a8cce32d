import * as Effect from "effect/Effect"
import { verificationOf, type VerifyMember } from "../domain/verify/verdict.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { Ledger } from "../services/Ledger.ts"
import { Store } from "../services/Store.ts"
import { Transaction } from "../services/Transaction.ts"
import { entryIn } from "./overlays/find.ts"

/** Hashes every byte of the active generations of `ids`, or of every capability when there are none, and says what differs. */
export const verify = Effect.fn("verify")(function* (scope: LedgerScope, ids: ReadonlyArray<string>) {
  const ledgers = yield* Ledger
  const store = yield* Store
  const transactions = yield* Transaction
  yield* transactions.recover
  const ledger = yield* ledgers.read(scope)
  const wanted = ids.length === 0 ? [...ledger.entries.keys()].toSorted() : ids
  const members = yield* Effect.forEach(
    wanted,
    Effect.fnUntraced(function* (id) {
      const entry = yield* entryIn(ledger, scope, id)
      const { verdict, files } = yield* store.verify(entry.contentHash)
      return { id, scope: scope.kind, verdict, files } satisfies VerifyMember
    })
  )
  return verificationOf(members)
})
