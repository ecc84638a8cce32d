import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { planPin, pinText } from "../domain/install/planPin.ts"
import { receiptOf } from "../domain/install/receipt.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { Transaction } from "../services/Transaction.ts"
import { entryIn, findEntry } from "./overlays/find.ts"

/** What the caller asks for. */
export interface PinRequested {
  readonly id: string
  readonly scope: LedgerScope
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

const pinning = Effect.fn("pinning")(function* (requested: PinRequested, pinned: boolean) {
  const transactions = yield* Transaction
  const { id, scope } = requested
  const before = yield* findEntry(scope, id)
  if (before.pin === (pinned ? pinText(before) : undefined))
    return receiptOf(requested, before, { status: "unchanged" })
  const transaction = yield* transactions.begin({ scope, wait: requested.wait })
  const entry = yield* entryIn(transaction.ledger, scope, id)
  // Commit point.
  const { warnings } = yield* transaction.commit(planPin(transaction, id, { entry, pinned }))
  return receiptOf(requested, entry, { status: pinned ? "pinned" : "unpinned", warnings })
}, Effect.scoped)

/** Keeps a capability at what is active: no update changes it until it is unpinned, or an exact version is installed. */
export const pin = (requested: PinRequested) => pinning(requested, true)

/** Lets a capability be updated again. */
export const unpin = (requested: PinRequested) => pinning(requested, false)
