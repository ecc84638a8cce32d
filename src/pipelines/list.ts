import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { LedgerState } from "../domain/ledger/state.ts"
import { withGateNote } from "../domain/overlay/heldGates.ts"
import type { Overlay } from "../domain/overlay/overlay.ts"
import type { Composition, Memory } from "../domain/overlay/summary.ts"
import { scopeKey, type LedgerScope } from "../domain/paths.ts"
import { Summaries } from "../services/Summaries.ts"
import { Transaction } from "../services/Transaction.ts"
import { Views } from "../services/Views.ts"
import { inspectContext } from "./overlays/context.ts"
import { inspectAll, type InspectContext, type Inspected } from "./overlays/inspect.ts"
import { settled } from "./overlays/settled.ts"
import { activeAmong, withUsers } from "./registry/active.ts"
import { switchedOffIn, type SwitchedOff } from "./registry/switchedOff.ts"

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
const memoryOf = ({ context, inspected, ledger }: Looked, composition: Composition | undefined): Memory => {
  const contents = [...ledger.entries.values()].map((entry) => entry.contentHash)
  const known = inspected.flatMap(({ summary }, index) => {
    const contentHash = contents[index]
    return Option.isSome(summary) && contentHash !== undefined ? [[contentHash, summary.value] as const] : []
  })
  const { compositions, summaries } = context.memory
  const own = composition === undefined ? [] : [[scopeKey(context.scope), composition] as const]
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

interface Composed {
  readonly composition: Composition
  /** Every member could be read, so that the same set is refused the same. */
  readonly isLasting: boolean
}

/** What the set refuses: as remembered for the same set, else worked out, which loads the validator. */
const composed = Effect.fnUntraced(function* ({ context, inspected, ledger, off }: Looked) {
  const overlays = yield* withUsers(context.scope, activeAmong(context.scope, ledger, inspected))
  if (overlays.length === 0) return undefined
  const of = [
    ...overlays.map(({ contentHash, id }) => `${id} ${contentHash}`),
    ...[...off.keys()].map((id) => `${id} off`)
  ].join("\n")
  const known = context.memory.compositions.get(scopeKey(context.scope))
  if (known?.of === of) return { composition: known, isLasting: true } satisfies Composed
  const { refusals } = yield* Effect.promise(() => import("./registry/refusals.ts"))
  const { isComplete, refused } = yield* refusals(overlays, off)
  return { composition: { of, refused }, isLasting: isComplete } satisfies Composed
})

const refusedBy = (composition: Composition | undefined, row: Overlay): Overlay => {
  const reason =
    composition !== undefined && Object.hasOwn(composition.refused, row.id)
      ? composition.refused[row.id]
      : undefined
  return reason === undefined || row.status !== "active" ? row : { ...row, status: "skipped", reason }
}

/** Loaded for projects alone: it judges manifests. */
const projectRows = Effect.promise(() => import("./project/rows.ts"))

/** What stands there of a ledger at one moment, each capability by itself. */
interface Looked {
  readonly context: InspectContext
  readonly ledger: LedgerState
  readonly inspected: ReadonlyArray<Inspected>
  /** What stands there and no entry names. */
  readonly strays: ReadonlyArray<Overlay>
  /** What the product brings along and is switched off here. */
  readonly off: SwitchedOff
}

const straysOf = Effect.fnUntraced(function* (context: InspectContext, ledger: LedgerState) {
  const { scope } = context
  if (scope.kind === "project")
    return yield* Effect.flatMap(projectRows, (rows) => rows.unrecordedRows(scope, ledger, context))
  const found = yield* Effect.flatMap(Views, ({ strays }) => strays)
  return found.filter((id) => !ledger.entries.has(id)).map(unrecorded)
})

const lookAt = Effect.fnUntraced(function* (scope: LedgerScope, ledger: LedgerState) {
  const context = yield* inspectContext(scope, ledger)
  const inspected = yield* inspectAll(context, [...ledger.entries])
  return {
    context,
    ledger,
    inspected,
    strays: yield* straysOf(context, ledger),
    off: yield* switchedOffIn(scope, ledger)
  } satisfies Looked
})

/** A row beside the copy that the project has of it. */
const withNote = (scope: LedgerScope, ledger: LedgerState, row: Overlay) =>
  scope.kind === "project"
    ? Effect.flatMap(projectRows, ({ withCopy }) =>
        withCopy(scope, row, ledger.entries.get(row.id)?.contentHash ?? "")
      )
    : Effect.succeed(row)

/** The rows of what was looked at, ascending by id, each judged beside the others. */
const rowsOf = Effect.fnUntraced(function* (scope: LedgerScope, looked: Looked) {
  const { context, inspected, ledger, strays } = looked
  const beside = yield* composed(looked)
  yield* remember(context, memoryOf(looked, beside?.isLasting === true ? beside.composition : undefined))
  const recorded = yield* Effect.forEach(inspected, ({ holds, row }) => {
    const isDisabled = ledger.entries.get(row.id)?.disabled === true
    return Effect.map(withNote(scope, ledger, refusedBy(beside?.composition, row)), (noted) =>
      withGateNote(noted, { holds, isDisabled })
    )
  })
  const rows = [...recorded, ...[...ledger.quarantined.keys()].map((id) => unreadable(id, scope)), ...strays]
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
})

/** The rows of one state of a ledger. */
export const rowsIn = Effect.fn("rowsIn")(function* (scope: LedgerScope, ledger: LedgerState) {
  return yield* rowsOf(scope, yield* lookAt(scope, ledger))
})

/** The rows of a scope with the ledger that they were made from. */
export const listed = Effect.fn("listed")(function* (scope: LedgerScope) {
  const transactions = yield* Transaction
  yield* transactions.recover
  // Quick, so that few commits come between; what takes longer works on what was seen.
  const looked = yield* settled(scope, {
    look: (ledger) => lookAt(scope, ledger),
    isWhole: ({ inspected, strays }) =>
      strays.length === 0 && inspected.every(({ row }) => row.status === "active")
  })
  return { ledger: looked.ledger, off: looked.off, rows: yield* rowsOf(scope, looked) }
})

/**
 * Every installed capability of a scope, and those of the product that are switched off there, with its status and the
 * reason when it is not active, ascending by id.
 */
export const list = Effect.fn("list")(function* (scope: LedgerScope) {
  const { off, rows } = yield* listed(scope)
  if (off.size === 0) return rows
  const { switchedOffRows } = yield* Effect.promise(() => import("./registry/firstParty.ts"))
  return [...rows, ...switchedOffRows(scope, off)].toSorted((a, b) => (a.id < b.id ? -1 : 1))
})
