import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { planSwitch } from "../domain/install/planSwitch.ts"
import { receiptOf } from "../domain/install/receipt.ts"
import { noProjectPlan } from "../domain/project/edits.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { Transaction } from "../services/Transaction.ts"
import { entryIn, findEntry } from "./overlays/find.ts"
import { checkoutWarnings } from "./project/vendor.ts"
import { leftWithout } from "./registry/leftWithout.ts"
import { wiringOnceOn } from "./wiring/onceOn.ts"
import { planWirings, putInto, wiredList } from "./wiring/plan.ts"

/** What the caller asks for. */
export interface SwitchRequested {
  readonly id: string
  readonly scope: LedgerScope
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

const switched = Effect.fn("switched")(function* (requested: SwitchRequested, enabled: boolean) {
  const transactions = yield* Transaction
  const { id, scope } = requested
  const before = yield* findEntry(scope, id)
  if ((before.disabled !== true) === enabled) return receiptOf(requested, before, { status: "unchanged" })
  const transaction = yield* transactions.begin({ scope, wait: requested.wait })
  const entry = yield* entryIn(transaction.ledger, scope, id)
  const wish = enabled
    ? yield* wiringOnceOn(scope, transaction.consent, { id, entry })
    : { request: { id, targets: [], entries: [] }, warnings: [] }
  const wirings = yield* planWirings(scope, transaction.ledger, wish.request)
  const files = wirings.planned.map((one) => one.file)
  const left = enabled ? [] : yield* leftWithout(scope, transaction.ledger, [id])
  // Commit point.
  const committed = yield* transaction.commit(planSwitch(transaction, id, { entry, enabled, files }))
  const told = yield* checkoutWarnings(scope, noProjectPlan, putInto(wirings))
  return receiptOf(requested, entry, {
    status: enabled ? "enabled" : "disabled",
    wired: wiredList(wirings, true),
    warnings: [...left, ...wish.warnings, ...wirings.warnings, ...told, ...committed.warnings]
  })
}, Effect.scoped)

/**
 * Switches a capability on again and puts its hooks and servers back where they were chosen to be, unless something else
 * keeps it from being active: then nothing is wired, and a warning says why.
 */
export const enable = (requested: SwitchRequested) => switched(requested, true)

/** Switches a capability off: it stays installed and consented to, is not acted on, and nothing of it is wired. */
export const disable = (requested: SwitchRequested) => switched(requested, false)
