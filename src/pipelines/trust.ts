import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { ConsentNotFound } from "../domain/consent/errors.ts"
import type { ConsentRecord, Revocation } from "../domain/consent/record.ts"
import { planRevoke } from "../domain/consent/planRevoke.ts"
import { scopeKey, type LedgerScope } from "../domain/paths.ts"
import { ConsentStore } from "../services/ConsentStore.ts"
import { Transaction } from "../services/Transaction.ts"
import { otherScope } from "./project/here.ts"
import { inStep } from "./projection/inStep.ts"
import { planWirings } from "./wiring/plan.ts"

const ascending = (a: ConsentRecord, b: ConsentRecord): number =>
  `${a.scope}\n${a.id}\n${a.at}` < `${b.scope}\n${b.id}\n${b.at}` ? -1 : 1

/** Every consent record on this machine, in every scope, ascending by scope, id and time. */
export const trustList = Effect.gen(function* () {
  const consents = yield* ConsentStore
  const transactions = yield* Transaction
  yield* transactions.recover
  return [...(yield* consents.read).values()].toSorted(ascending)
}).pipe(Effect.withSpan("trustList"))

/** The records of one id in a scope; it is an error when there is none. */
export const trustShow = Effect.fn("trustShow")(function* (scope: LedgerScope, id: string) {
  const all = (yield* trustList).filter((one) => one.id === id)
  const records = all.filter((one) => one.scope === scopeKey(scope))
  if (records.length > 0) return records
  const other = yield* otherScope(scope)
  const isThere = other !== undefined && all.some((one) => one.scope === scopeKey(other))
  return yield* new ConsentNotFound({ id, scope: scope.kind, ...(isThere ? { elsewhere: other.kind } : {}) })
})

/** What the caller asks for. */
export interface RevokeRequested {
  readonly id: string
  readonly scope: LedgerScope
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

/** Marks every standing record of an id as revoked and takes what is wired of it out, in one transaction. */
export const trustRevoke = Effect.fn("trustRevoke")(function* (requested: RevokeRequested) {
  const transactions = yield* Transaction
  const records = yield* trustShow(requested.scope, requested.id)
  if (records.every((one) => one.revoked !== undefined))
    return { records: [], warnings: [] } satisfies Revocation
  const transaction = yield* transactions.begin({ scope: requested.scope, wait: requested.wait })
  const at = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
  const wirings = yield* planWirings(requested.scope, transaction.ledger, {
    id: requested.id,
    targets: [],
    entries: []
  })
  const files = wirings.planned.map((one) => one.file)
  const planned = planRevoke(transaction, requested.id, { at, files })
  const { change, warnings: inHosts } = yield* inStep(transaction, planned, { scope: requested.scope })
  // Commit point.
  const committed = yield* transaction.commit(change)
  return {
    records: change.consentAdd.map((addition) => addition.record),
    warnings: [...wirings.warnings, ...inHosts, ...committed.warnings]
  } satisfies Revocation
}, Effect.scoped)
