import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { editsOf } from "../domain/foreign/shownEdit.ts"
import { StillRequired } from "../domain/install/errors.ts"
import { planRemove } from "../domain/install/planRemove.ts"
import { receiptOf, type Dependant, type Receipt } from "../domain/install/receipt.ts"
import type { LedgerState } from "../domain/ledger/state.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { Transaction } from "../services/Transaction.ts"
import { entryIn, findEntry, findIn } from "./overlays/find.ts"
import { inStep, projectedNow } from "./projection/inStep.ts"
import { planVendoredGone } from "./project/gone.ts"
import { checkoutWarnings } from "./project/vendor.ts"
import { dependantsIn, neededInProjects } from "./registry/dependants.ts"
import { leftWithout } from "./registry/leftWithout.ts"
import { planUnwirings } from "./wiring/plan.ts"
import { measured } from "./telemetry/metrics.ts"

/** What the caller asks for. */
export interface RemoveRequested {
  readonly id: string
  readonly scope: LedgerScope
  /** Whether installed capabilities that require it go as well; otherwise they keep it. */
  readonly cascade?: boolean
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

/** The ids that go beside the one named, ascending; refused when there are some and nobody asked for that. */
const goingWith = Effect.fnUntraced(function* (
  { cascade, id, scope }: Omit<RemoveRequested, "wait">,
  ledger: LedgerState
) {
  const dependants = yield* dependantsIn(scope, ledger, id)
  if (dependants.length > 0 && cascade !== true) return yield* new StillRequired({ id, dependants })
  return dependants
})

const warningsAbout = Effect.fnUntraced(function* (
  scope: LedgerScope,
  ledger: LedgerState,
  ids: ReadonlyArray<string>
) {
  return [...(yield* leftWithout(scope, ledger, ids)), ...(yield* neededInProjects(scope, ids))]
})

const dependantsOf = ({ entries }: LedgerState, also: ReadonlyArray<string>): Pick<Receipt, "dependants"> => {
  const dependants = also.map((id): Dependant => ({ id, version: entries.get(id)?.version ?? "" }))
  return dependants.length === 0 ? {} : { dependants }
}

/**
 * Removes one capability, and with `cascade` those that require it: their entries, consent records and bundles, in one
 * transaction.
 */
export const remove = Effect.fn("remove")(
  function* (requested: RemoveRequested) {
    const transactions = yield* Transaction
    const { id, scope } = requested
    yield* findEntry(scope, id)
    const transaction = yield* transactions.begin({ scope, wait: requested.wait })
    const { ledger } = transaction
    const entry = yield* entryIn(ledger, scope, id)
    const also = yield* goingWith(requested, ledger)
    const gone = [id, ...also]
    const wirings = yield* planUnwirings(scope, ledger, gone)
    const files = wirings.planned.map((one) => one.file)
    const project = yield* planVendoredGone(scope, ledger, gone)
    const left = yield* warningsAbout(scope, ledger, gone)
    const planned = planRemove(transaction, id, { entry, also, files, project })
    const { change, told, warnings: inHosts } = yield* inStep(transaction, planned, { scope })
    // Commit point.
    const committed = yield* transaction.commit(change)
    const inCheckout = yield* checkoutWarnings(scope, project, [])
    const warnings = [
      ...left,
      ...wirings.warnings,
      ...project.warnings,
      ...inHosts,
      ...inCheckout,
      ...committed.warnings
    ]
    return {
      ...receiptOf(requested, entry, { status: "removed", told, warnings }),
      ...dependantsOf(ledger, also)
    }
  },
  Effect.scoped,
  measured("remove")
)

/** What `remove` would do: a receipt with status `planned`, with the edits of settings files. */
export const removeDryRun = Effect.fn("remove.dryRun")(function* (requested: RemoveRequested) {
  const { id, scope } = requested
  const { entry, ledger } = yield* findIn(scope, id)
  const also = yield* goingWith(requested, ledger)
  const gone = [id, ...also]
  const { planned, warnings: wirings } = yield* planUnwirings(scope, ledger, gone)
  const warnings = [...(yield* warningsAbout(scope, ledger, gone)), ...wirings]
  return {
    ...receiptOf(requested, entry, { status: "planned", warnings, told: projectedNow(ledger, gone) }),
    edits: editsOf(planned),
    ...dependantsOf(ledger, also)
  }
})
