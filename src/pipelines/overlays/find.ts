import * as Effect from "effect/Effect"
import { nearest } from "../../domain/capability/suggest.ts"
import { NotInstalled } from "../../domain/ledger/errors.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Transaction } from "../../services/Transaction.ts"

/** The entry of an id in a ledger, or the error that names similar ones. */
export const entryIn = (ledger: LedgerState, scope: LedgerScope, id: string) => {
  const entry = ledger.entries.get(id)
  if (entry !== undefined) return Effect.succeed(entry)
  const near = nearest(id, [...ledger.entries.keys()])
  return Effect.fail(new NotInstalled({ id, scope: scope.kind, similar: near === undefined ? [] : [near] }))
}

/** The ledger as it is now, after an interrupted command was recovered where that is possible, and the entry of an id in it. */
export const findIn = Effect.fn("overlays.findIn")(function* (scope: LedgerScope, id: string) {
  const ledgers = yield* Ledger
  const transactions = yield* Transaction
  yield* transactions.recover
  const ledger = yield* ledgers.read(scope)
  return { ledger, entry: yield* entryIn(ledger, scope, id) }
})

/** The entry alone. */
export const findEntry = (scope: LedgerScope, id: string) =>
  Effect.map(findIn(scope, id), ({ entry }) => entry)
