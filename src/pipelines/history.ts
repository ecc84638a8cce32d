import * as Effect from "effect/Effect"
import { findRecord, type ConsentState } from "../domain/consent/record.ts"
import type { History, HistoryRow } from "../domain/install/history.ts"
import type { Generation } from "../domain/ledger/entry.ts"
import type { LedgerState } from "../domain/ledger/state.ts"
import { scopeKey, type LedgerScope } from "../domain/paths.ts"
import { unverified } from "../domain/verify/verdict.ts"
import { ConsentStore } from "../services/ConsentStore.ts"
import { Store } from "../services/Store.ts"
import { Transaction } from "../services/Transaction.ts"
import { entryIn } from "./overlays/find.ts"
import { settled } from "./overlays/settled.ts"

const consentOf = (consents: ConsentState, key: Parameters<typeof findRecord>[1]): HistoryRow["consent"] => {
  const record = findRecord(consents, key)
  if (record === undefined) return "none"
  return record.revoked === undefined ? "stands" : "revoked"
}

const historyIn = Effect.fnUntraced(function* (scope: LedgerScope, ledger: LedgerState, id: string) {
  const store = yield* Store
  const consents = yield* (yield* ConsentStore).read
  const entry = yield* entryIn(ledger, scope, id)
  const rowOf = Effect.fnUntraced(function* (one: Generation) {
    const { consentDigest: digest, contentHash, generation, installedAt, resolved, source, version } = one
    const { verdict } = yield* Effect.orElseSucceed(store.verify(contentHash), () => unverified)
    return {
      generation,
      version,
      source,
      ...(resolved === undefined ? {} : { resolved }),
      installedAt,
      active: generation === entry.generation,
      consent: consentOf(consents, { scope: scopeKey(scope), id, digest }),
      bytes: verdict
    } satisfies HistoryRow
  })
  return {
    id,
    scope: scope.kind,
    ...(entry.pin === undefined ? {} : { pin: entry.pin }),
    generations: yield* Effect.forEach(entry.generations, rowOf)
  } satisfies History
})

/** The kept generations of one capability: any of them can be gone back to while its bytes are whole. */
export const history = Effect.fn("history")(function* (scope: LedgerScope, id: string) {
  const transactions = yield* Transaction
  yield* transactions.recover
  return yield* settled(scope, {
    look: (ledger) => historyIn(scope, ledger, id),
    isWhole: ({ generations }) => generations.every(({ bytes }) => bytes === "ok")
  })
})
