import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { nearest } from "../../domain/capability/suggest.ts"
import { NotInstalled } from "../../domain/ledger/errors.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Transaction } from "../../services/Transaction.ts"
import { otherScope } from "../project/here.ts"

/** The other scope that counts here, when it is installed there; a ledger that cannot be read there has nothing. */
const installedElsewhere = Effect.fnUntraced(function* (scope: LedgerScope, id: string) {
  const other = yield* otherScope(scope)
  if (other === undefined) return undefined
  const ledger = yield* Effect.option((yield* Ledger).read(other))
  return Option.isSome(ledger) && ledger.value.entries.has(id) ? other.kind : undefined
})

/** The entry of an id in a ledger, or the error that names the other scope or similar ones. */
export const entryIn = Effect.fnUntraced(function* (ledger: LedgerState, scope: LedgerScope, id: string) {
  const entry = ledger.entries.get(id)
  if (entry !== undefined) return entry
  const elsewhere = yield* installedElsewhere(scope, id)
  const near = nearest(id, [...ledger.entries.keys()])
  return yield* new NotInstalled({
    id,
    scope: scope.kind,
    similar: near === undefined ? [] : [near],
    ...(elsewhere === undefined ? {} : { elsewhere })
  })
})

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
