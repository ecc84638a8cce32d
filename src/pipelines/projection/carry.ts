import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { runtimesIn } from "../../domain/projection/recordedIn.ts"
import type { RuntimeOutcome } from "../../domain/projection/report.ts"
import { builtInFacts } from "../../domain/registry/builtIn.ts"
import { chooseRuntime } from "../../domain/runtime/choose.ts"
import { withLeftovers, type Change } from "../../domain/transaction/change.ts"
import { Transaction } from "../../services/Transaction.ts"
import { loadRegistry } from "../loadRegistry.ts"
import { checkoutNotes } from "./checkout.ts"
import { outcomeOf, requestFor, type RuntimesAsked } from "./asked.ts"
import { ledgerNow } from "./now.ts"
import { planProjections } from "./plan.ts"

/** How a command about runtimes changes what they are given. */
export interface Carry<E> {
  readonly op: Extract<Change["op"], "project" | "unproject">
  readonly wait: Duration.Duration
  readonly next: (ledger: LedgerState) => Effect.Effect<LedgerState, E>
  readonly status: Exclude<RuntimeOutcome["status"], "unchanged" | "planned">
}

/** Refuses what cannot be meant before anything is made in the home. */
const refuseUnknown = Effect.fnUntraced(function* <E>({ ids, scope }: RuntimesAsked, next: Carry<E>["next"]) {
  const ledger = yield* ledgerNow(scope)
  yield* next(ledger)
  const own = new Set(builtInFacts().flatMap(({ id, role }) => (role === "runtime" ? [id] : [])))
  const recorded = runtimesIn(ledger)
  const others = ids.filter((id) => !own.has(id) && !recorded.includes(id))
  if (others.length === 0) return
  const registry = yield* loadRegistry({ includeInstalled: true, scope })
  for (const id of others) yield* Effect.fromResult(chooseRuntime(registry, id))
})

/** Plans under the lock and commits, all runtimes in one transaction; nothing is written when all stands as it shall. */
export const carryRuntimes = Effect.fn("projection.carry")(function* <E>(
  asked: RuntimesAsked,
  { next, op, status, wait }: Carry<E>
) {
  const transactions = yield* Transaction
  const { scope } = asked
  yield* refuseUnknown(asked, next)
  const transaction = yield* transactions.begin({ scope, wait })
  const after = yield* next(transaction.ledger)
  const { consent, ledger: before } = transaction
  const planned = yield* planProjections(requestFor(asked, { before, after, consent }))
  if (!planned.changes) return outcomeOf(scope, "unchanged", planned)
  const [id = "", ...also] = asked.ids.toSorted()
  const { dirsCreated, dirsRemoved, files, ledger } = planned
  const change = withLeftovers(transaction, {
    op,
    id,
    ...(also.length === 0 ? {} : { also }),
    ledger,
    consentAdd: [],
    store: [],
    files,
    dirsCreated,
    ...(dirsRemoved.length === 0 ? {} : { dirsRemoved })
  })
  // Commit point.
  const committed = yield* transaction.commit(change)
  const inCheckout = yield* checkoutNotes(scope, files)
  const warnings = [...planned.warnings, ...inCheckout, ...committed.warnings]
  return outcomeOf(scope, status, { ...planned, warnings })
}, Effect.scoped)
