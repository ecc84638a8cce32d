import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { receiptOf } from "../domain/install/receipt.ts"
import { sameJson } from "../domain/json/canonical.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { StateChanged } from "../domain/transaction/errors.ts"
import { Transaction } from "../services/Transaction.ts"
import { entryIn } from "./overlays/find.ts"
import { checkoutWarnings } from "./project/vendor.ts"
import { changeOf } from "./rollback/change.ts"
import { consentToKept } from "./rollback/consentToKept.ts"
import { prepare } from "./rollback/prepare.ts"
import { putInto, wiredList } from "./wiring/plan.ts"
import { measured } from "./telemetry/metrics.ts"

/** What the caller asks for. */
export interface RollbackRequested {
  readonly id: string
  readonly scope: LedgerScope
  /** Generation to go back to; without it the one before the active. */
  readonly to?: number
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

/**
 * Makes a kept generation the active one. Its bytes are hashed and its manifest judged by today's rules first; its
 * consent still stands unless it was revoked or is from before its agents were shown, then it is asked for again.
 */
export const rollback = Effect.fn("rollback")(
  function* (requested: RollbackRequested) {
    const transactions = yield* Transaction
    const { id, scope } = requested
    const { entry, ready, target } = yield* prepare(scope, id, requested.to)
    if (ready === undefined) return receiptOf(requested, entry, { status: "unchanged", at: target })
    const { kept } = ready
    const yes = yield* consentToKept(kept, entry, ready.preview.wired)
    const transaction = yield* transactions.begin({ scope, wait: requested.wait })
    const now = yield* entryIn(transaction.ledger, scope, id)
    if (!sameJson(now, entry))
      return yield* new StateChanged({ id, what: "another command installed, updated or removed it" })
    const agreed = { kept, entry, yes, wiring: ready.wiring }
    const { change, inHosts, project, told, wirings } = yield* changeOf(transaction, agreed)
    // Commit point.
    const committed = yield* transaction.commit(change)
    const inCheckout = yield* checkoutWarnings(scope, project, putInto(wirings))
    return receiptOf(requested, entry, {
      status: "rolled-back",
      at: target,
      wired: wiredList(wirings, true),
      told,
      warnings: [...wirings.warnings, ...project.warnings, ...inHosts, ...inCheckout, ...committed.warnings]
    })
  },
  Effect.scoped,
  measured("rollback")
)

/** Like `rollback` up to the question, which is not asked: a receipt with status `planned`, or `unchanged`. */
export const rollbackDryRun = Effect.fn("rollback.dryRun")(function* (requested: RollbackRequested) {
  const { entry, ready, target } = yield* prepare(requested.scope, requested.id, requested.to)
  if (ready === undefined) return receiptOf(requested, entry, { status: "unchanged", at: target })
  const { edits, warnings, wired } = ready.preview
  return { ...receiptOf(requested, entry, { status: "planned", at: target, wired, warnings }), edits }
})
