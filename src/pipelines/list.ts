import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { LedgerState } from "../domain/ledger/state.ts"
import { withGateNote } from "../domain/overlay/heldGates.ts"
import type { Overlay } from "../domain/overlay/overlay.ts"
import type { Composition, Memory } from "../domain/overlay/summary.ts"
import { globalScope, scopeKey, type LedgerScope } from "../domain/paths.ts"
import type { ProjectScope } from "../domain/project/places.ts"
import { Summaries } from "../services/Summaries.ts"
import { Transaction } from "../services/Transaction.ts"
import { Views } from "../services/Views.ts"
import { inspectContext } from "./overlays/context.ts"
import { inspectAll, type InspectContext, type Inspected } from "./overlays/inspect.ts"
import { settled } from "./overlays/settled.ts"
import { activeAmong, withUsers } from "./registry/active.ts"

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

/** What is worth remembering of this look, beside what is known. */
const memoryOf = (
  context: InspectContext,
  ledger: LedgerState,
  seen: { readonly inspected: ReadonlyArray<Inspected>; readonly composition: Composition | undefined }
): Memory => {
  const contents = [...ledger.entries.values()].map((entry) => entry.contentHash)
  const known = seen.inspected.flatMap(({ summary }, index) => {
    const contentHash = contents[index]
    return Option.isSome(summary) && contentHash !== undefined ? [[contentHash, summary.value] as const] : []
  })
  const { compositions, summaries } = context.memory
  const own = seen.composition === undefined ? [] : [[scopeKey(context.scope), seen.composition] as const]
  // A project names few of the bundles that are remembered, and forgets none of the others.
  return {
    summaries: new Map(context.scope.kind === "global" ? known : [...summaries, ...known]),
    compositions: new Map([...compositions, ...own])
  }
}

/** Keeps what was worked out for the next list, when that is more than what is kept. */
const remember = Effect.fnUntraced(function* (context: InspectContext, memory: Memory) {
  const { compositions, summaries } = context.memory
  const isNews =
    [...memory.summaries].some(([contentHash, summary]) => summaries.get(contentHash) !== summary) ||
    [...memory.compositions].some(([key, composition]) => compositions.get(key) !== composition)
  if (isNews) yield* Effect.flatMap(Summaries, ({ write }) => write(memory))
})

/** What the set refuses: as remembered for the same set, else worked out, which loads the validator. */
const composed = Effect.fnUntraced(function* (
  context: InspectContext,
  ledger: LedgerState,
  inspected: ReadonlyArray<Inspected>
) {
  const overlays = yield* withUsers(context.scope, activeAmong(context.scope, ledger, inspected))
  if (overlays.length === 0) return undefined
  const of = overlays.map(({ contentHash, id }) => `${id} ${contentHash}`).join("\n")
  const known = context.memory.compositions.get(scopeKey(context.scope))
  if (known?.of === of) return known
  const { refusals } = yield* Effect.promise(() => import("./registry/refusals.ts"))
  return { of, refused: yield* refusals(overlays) } satisfies Composition
})

const refusedBy = (composition: Composition | undefined, row: Overlay): Overlay => {
  const reason =
    composition !== undefined && Object.hasOwn(composition.refused, row.id)
      ? composition.refused[row.id]
      : undefined
  return reason === undefined || row.status !== "active" ? row : { ...row, status: "skipped", reason }
}

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

/** The rows of a ledger, ascending by id. */
export const rowsOf = Effect.fnUntraced(function* (scope: LedgerScope, ledger: LedgerState) {
  const views = yield* Views
  const context = yield* inspectContext(scope, ledger)
  const looked = yield* inspectAll(context, [...ledger.entries])
  const composition = yield* composed(context, ledger, looked)
  yield* remember(context, memoryOf(context, ledger, { inspected: looked, composition }))
  const inspected = looked.map((one) => {
    const isDisabled = ledger.entries.get(one.row.id)?.disabled === true
    return { ...one, row: withGateNote(refusedBy(composition, one.row), { holds: one.holds, isDisabled }) }
  })
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
