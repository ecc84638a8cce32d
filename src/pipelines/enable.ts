import * as Effect from "effect/Effect"
import { planSwitch } from "../domain/install/planSwitch.ts"
import { receiptOf } from "../domain/install/receipt.ts"
import type { LedgerEntry } from "../domain/ledger/entry.ts"
import { noProjectPlan } from "../domain/project/edits.ts"
import { Ledger } from "../services/Ledger.ts"
import { Transaction } from "../services/Transaction.ts"
import { switchFirstParty } from "./enable/firstParty.ts"
import type { SwitchRequested } from "./enable/requested.ts"
import { entryIn } from "./overlays/find.ts"
import { inStep } from "./projection/inStep.ts"
import { checkoutWarnings } from "./project/vendor.ts"
import { isFirstParty } from "./registry/firstParty.ts"
import { leftWithout } from "./registry/leftWithout.ts"
import { wiringOnceOn } from "./wiring/onceOn.ts"
import { planWirings, putInto, wiredList } from "./wiring/plan.ts"

export type { SwitchRequested } from "./enable/requested.ts"

const switchInstalled = Effect.fn("switchInstalled")(function* (
  requested: SwitchRequested,
  before: LedgerEntry,
  enabled: boolean
) {
  const transactions = yield* Transaction
  const { id, scope } = requested
  if ((before.disabled !== true) === enabled) return receiptOf(requested, before, { status: "unchanged" })
  const transaction = yield* transactions.begin({ scope, wait: requested.wait })
  const entry = yield* entryIn(transaction.ledger, scope, id)
  const wish = enabled
    ? yield* wiringOnceOn(scope, transaction.consent, { id, entry })
    : { request: { id, targets: [], entries: [] }, warnings: [] }
  const wirings = yield* planWirings(scope, transaction.ledger, wish.request)
  const files = wirings.planned.map((one) => one.file)
  const left = enabled ? [] : yield* leftWithout(scope, transaction.ledger, [id])
  const planned = planSwitch(transaction, id, { entry, enabled, files })
  const { change, told, warnings: inHosts } = yield* inStep(transaction, planned, { scope })
  // Commit point.
  const committed = yield* transaction.commit(change)
  const inCheckout = yield* checkoutWarnings(scope, noProjectPlan, putInto(wirings))
  return receiptOf(requested, entry, {
    status: enabled ? "enabled" : "disabled",
    wired: wiredList(wirings, true),
    told,
    warnings: [
      ...left,
      ...wish.warnings,
      ...wirings.warnings,
      ...inHosts,
      ...inCheckout,
      ...committed.warnings
    ]
  })
}, Effect.scoped)

const switched = Effect.fn("switched")(function* (requested: SwitchRequested, enabled: boolean) {
  const ledgers = yield* Ledger
  const transactions = yield* Transaction
  const { id, scope } = requested
  yield* transactions.recover
  const ledger = yield* ledgers.read(scope)
  // What is installed under an id of the product comes first: it can be removed, and then the other is meant.
  return isFirstParty(id) && !ledger.entries.has(id)
    ? yield* switchFirstParty(requested, ledger, enabled)
    : yield* switchInstalled(requested, yield* entryIn(ledger, scope, id), enabled)
})

/**
 * Switches a capability on again and puts its hooks and servers back where they were chosen to be, unless something else
 * keeps it from being active: then nothing is wired, and a warning says why.
 */
export const enable = (requested: SwitchRequested) => switched(requested, true)

/** Switches a capability off: it stays installed and consented to, is not acted on, and nothing of it is wired. One that the product brings along keeps its names. */
export const disable = (requested: SwitchRequested) => switched(requested, false)
