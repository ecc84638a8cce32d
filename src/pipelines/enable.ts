import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { planSwitch } from "../domain/install/planSwitch.ts"
import type { Receipt } from "../domain/install/receipt.ts"
import type { LedgerEntry } from "../domain/ledger/entry.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { Transaction } from "../services/Transaction.ts"
import { entryIn, findEntry } from "./overlays/find.ts"
import { entryWiring } from "./wiring/entryWiring.ts"
import { planWirings, wiredList } from "./wiring/plan.ts"

/** What the caller asks for. */
export interface SwitchRequested {
  readonly id: string
  readonly scope: LedgerScope
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

const receiptOf = (requested: SwitchRequested, entry: LedgerEntry): Receipt => ({
  status: "unchanged",
  id: requested.id,
  version: entry.version,
  previousVersion: entry.version,
  scope: requested.scope.kind,
  contentHash: entry.contentHash,
  generation: entry.generation,
  wired: [],
  warnings: []
})

const switched = Effect.fn("switched")(function* (requested: SwitchRequested, enabled: boolean) {
  const transactions = yield* Transaction
  const { id, scope } = requested
  const before = yield* findEntry(scope, id)
  if ((before.disabled !== true) === enabled) return receiptOf(requested, before)
  const transaction = yield* transactions.begin({ scope, wait: requested.wait })
  const entry = yield* entryIn(transaction.ledger, scope, id)
  const wish = enabled ? yield* entryWiring(id, entry) : { id, targets: [], entries: [] }
  const wirings = yield* planWirings(transaction.ledger, wish)
  const files = wirings.planned.map((one) => one.file)
  // Commit point.
  const committed = yield* transaction.commit(planSwitch(transaction, id, { entry, enabled, files }))
  const status = enabled ? ("enabled" as const) : ("disabled" as const)
  const warnings = [...wirings.warnings, ...committed.warnings]
  return { ...receiptOf(requested, entry), status, wired: wiredList(wirings, true), warnings }
}, Effect.scoped)

/** Switches a capability on again and puts its hooks and servers back where they were chosen to be. */
export const enable = (requested: SwitchRequested) => switched(requested, true)

/** Switches a capability off: it stays installed and consented to, is not acted on, and nothing of it is wired. */
export const disable = (requested: SwitchRequested) => switched(requested, false)
