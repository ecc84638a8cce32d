import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { LedgerState } from "../domain/ledger/state.ts"
import type { Overlay } from "../domain/overlay/overlay.ts"
import { globalScope, type LedgerScope } from "../domain/paths.ts"
import type { ProjectScope } from "../domain/project/places.ts"
import { Summaries } from "../services/Summaries.ts"
import { Transaction } from "../services/Transaction.ts"
import { Views } from "../services/Views.ts"
import { inspectContext } from "./overlays/context.ts"
import { inspect, type InspectContext, type Inspected } from "./overlays/inspect.ts"
import { settled } from "./overlays/settled.ts"

const bare = { role: "", version: "", tier: "", origin: "overlay", source: "", wired: [] } as const

const unrecorded = (id: string): Overlay => ({
  ...bare,
  id,
  scope: "global",
  status: "inactive",
  reason: "its folder stands there without a ledger entry; install it to use it"
})

const unreadable = (id: string, scope: LedgerScope): Overlay => ({
  ...bare,
  id,
  scope: scope.kind,
  status: "skipped",
  reason: "its ledger entry cannot be read and is kept aside"
})

/** Keeps what was worked out for the next list, when that is more than what is kept. */
const remember = Effect.fnUntraced(function* (
  context: InspectContext,
  ledger: LedgerState,
  inspected: ReadonlyArray<Inspected>
) {
  const summaries = yield* Summaries
  const contents = [...ledger.entries.values()].map((entry) => entry.contentHash)
  const known = inspected.flatMap(({ summary }, index) => {
    const contentHash = contents[index]
    return Option.isSome(summary) && contentHash !== undefined ? [[contentHash, summary.value] as const] : []
  })
  // A project names few of the bundles that are remembered, and forgets none of the others.
  const kept = context.scope.kind === "global" ? known : [...context.summaries, ...known]
  const isNews = known.some(([contentHash, summary]) => context.summaries.get(contentHash) !== summary)
  if (isNews) yield* summaries.write(new Map(kept))
})

/** Loaded for projects alone: it judges manifests. */
const inProject = Effect.fnUntraced(function* (
  scope: ProjectScope,
  ledger: LedgerState,
  seen: { readonly context: InspectContext; readonly inspected: ReadonlyArray<Inspected> }
) {
  const { unrecordedRows, withCopy } = yield* Effect.promise(() => import("./project/rows.ts"))
  const recorded = yield* Effect.forEach(seen.inspected, ({ row }) =>
    withCopy(scope, row, ledger.entries.get(row.id)?.contentHash ?? "")
  )
  return [...recorded, ...(yield* unrecordedRows(scope, ledger, seen.context))]
})

const rowsOf = Effect.fnUntraced(function* (scope: LedgerScope, ledger: LedgerState) {
  const views = yield* Views
  const context = yield* inspectContext(scope, ledger)
  const inspected = yield* Effect.forEach(ledger.entries, ([id, entry]) => inspect(context, id, entry), {
    concurrency: 8
  })
  yield* remember(context, ledger, inspected)
  const strays = scope.kind === globalScope.kind ? yield* views.strays : []
  const projected =
    scope.kind === "project" ? yield* inProject(scope, ledger, { context, inspected }) : undefined
  const rows = [
    ...(projected ?? inspected.map((one) => one.row)),
    ...[...ledger.quarantined.keys()].map((id) => unreadable(id, scope)),
    ...strays.filter((id) => !ledger.entries.has(id)).map(unrecorded)
  ]
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
})

/** The rows of a scope with the ledger that they were made from. */
export const listed = Effect.fn("listed")(function* (scope: LedgerScope) {
  const transactions = yield* Transaction
  yield* transactions.recover
  return yield* settled(scope, {
    look: (ledger) => Effect.map(rowsOf(scope, ledger), (rows) => ({ ledger, rows })),
    isWhole: ({ rows }) => rows.every((row) => row.status === "active")
  })
})

/** Every capability of a scope with its status and the reason when it is not active, ascending by id. */
export const list = Effect.fn("list")(function* (scope: LedgerScope) {
  return (yield* listed(scope)).rows
})
