import type * as Duration from "effect/Duration"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { planRollback, rollbackTarget } from "../domain/install/planRollback.ts"
import { receiptOf } from "../domain/install/receipt.ts"
import { sameJson } from "../domain/json/canonical.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { StateChanged } from "../domain/transaction/errors.ts"
import { Transaction } from "../services/Transaction.ts"
import { entryIn, findEntry } from "./overlays/find.ts"
import { checkoutWarnings } from "./project/vendor.ts"
import { consentToKept, recordOf } from "./rollback/consentToKept.ts"
import { judgeKept } from "./rollback/judgeKept.ts"
import { keptProject, keptWiring } from "./rollback/keptPlans.ts"
import { planWirings, wiredList } from "./wiring/plan.ts"

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
 * consent still stands unless it was revoked, then it is asked for again.
 */
export const rollback = Effect.fn("rollback")(function* (requested: RollbackRequested) {
  const transactions = yield* Transaction
  const entry = yield* findEntry(requested.scope, requested.id)
  const target = yield* Effect.fromResult(rollbackTarget(requested.id, entry, requested.to))
  if (target.generation === entry.generation)
    return receiptOf(requested, entry, { status: "unchanged", at: target })
  const kept = yield* judgeKept(requested.scope, requested.id, target)
  const yes = yield* consentToKept(kept, entry)
  const transaction = yield* transactions.begin({ scope: requested.scope, wait: requested.wait })
  const now = yield* entryIn(transaction.ledger, requested.scope, requested.id)
  if (!sameJson(now, entry))
    return yield* new StateChanged({
      id: requested.id,
      what: "another command installed, updated or removed it"
    })
  const at = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
  const record = recordOf(kept, yes, { tx: transaction.tx, at })
  const wirings = yield* planWirings(transaction.ledger, yield* keptWiring(kept, entry))
  const files = wirings.planned.map((one) => one.file)
  const project = yield* keptProject(kept, entry, yes?.digest)
  // Commit point.
  const committed = yield* transaction.commit(
    planRollback(transaction, requested.id, { entry, target, record, files, project })
  )
  const told = yield* checkoutWarnings(requested.scope, project, [])
  const warnings = [...wirings.warnings, ...project.warnings, ...told, ...committed.warnings]
  return receiptOf(requested, entry, {
    status: "rolled-back",
    at: target,
    wired: wiredList(wirings, true),
    warnings
  })
}, Effect.scoped)

/** What `rollback` would do: a receipt with status `planned`. */
export const rollbackDryRun = Effect.fn("rollback.dryRun")(function* (requested: RollbackRequested) {
  const entry = yield* findEntry(requested.scope, requested.id)
  const target = yield* Effect.fromResult(rollbackTarget(requested.id, entry, requested.to))
  return receiptOf(requested, entry, { status: "planned", at: target })
})
