import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { editsOf } from "../domain/foreign/shownEdit.ts"
import { planRemove } from "../domain/install/planRemove.ts"
import { receiptOf } from "../domain/install/receipt.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { Transaction } from "../services/Transaction.ts"
import { entryIn, findEntry, findIn } from "./overlays/find.ts"
import { checkoutWarnings, planVendored } from "./project/vendor.ts"
import { leftWithout } from "./registry/leftWithout.ts"
import { planWirings } from "./wiring/plan.ts"

/** What the caller asks for. */
export interface RemoveRequested {
  readonly id: string
  readonly scope: LedgerScope
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

/** Removes one capability: its entry, its consent records and its bundles, in one transaction. */
export const remove = Effect.fn("remove")(function* (requested: RemoveRequested) {
  const transactions = yield* Transaction
  yield* findEntry(requested.scope, requested.id)
  const transaction = yield* transactions.begin({ scope: requested.scope, wait: requested.wait })
  const entry = yield* entryIn(transaction.ledger, requested.scope, requested.id)
  const wirings = yield* planWirings(requested.scope, transaction.ledger, {
    id: requested.id,
    targets: [],
    entries: []
  })
  const files = wirings.planned.map((one) => one.file)
  const project = yield* planVendored(requested.scope, { id: requested.id, entry })
  const left = yield* leftWithout(requested.scope, transaction.ledger, requested.id)
  const change = planRemove(transaction, requested.id, { entry, files, project })
  // Commit point.
  const committed = yield* transaction.commit(change)
  const told = yield* checkoutWarnings(requested.scope, project, [])
  const warnings = [...left, ...wirings.warnings, ...project.warnings, ...told, ...committed.warnings]
  return receiptOf(requested, entry, { status: "removed", warnings })
}, Effect.scoped)

/** What `remove` would do: a receipt with status `planned`, with the edits of settings files. */
export const removeDryRun = Effect.fn("remove.dryRun")(function* (requested: RemoveRequested) {
  const { id, scope } = requested
  const { entry, ledger } = yield* findIn(scope, id)
  const { planned, warnings: wirings } = yield* planWirings(scope, ledger, { id, targets: [], entries: [] })
  const warnings = [...(yield* leftWithout(scope, ledger, id)), ...wirings]
  return { ...receiptOf(requested, entry, { status: "planned", warnings }), edits: editsOf(planned) }
})
