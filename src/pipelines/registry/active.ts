import * as Effect from "effect/Effect"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { globalScope, type LedgerScope } from "../../domain/paths.ts"
import { Ledger } from "../../services/Ledger.ts"
import { inspectContext } from "../overlays/context.ts"
import { inspectAll, type Inspected } from "../overlays/inspect.ts"

/** An installed capability that nothing about itself keeps from being acted on. */
export interface ActiveOverlay {
  readonly id: string
  readonly contentHash: string
  readonly scope: LedgerScope["kind"]
}

/** Of what was inspected of a ledger, what may act, ascending by id. */
export const activeAmong = (
  scope: LedgerScope,
  ledger: LedgerState,
  inspected: ReadonlyArray<Inspected>
): ReadonlyArray<ActiveOverlay> =>
  inspected
    .flatMap(({ row }) => {
      const entry = ledger.entries.get(row.id)
      return row.status !== "active" || entry === undefined
        ? []
        : [{ id: row.id, contentHash: entry.contentHash, scope: scope.kind }]
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

const lookAt = Effect.fnUntraced(function* (scope: LedgerScope) {
  const ledgers = yield* Ledger
  const ledger = yield* ledgers.read(scope)
  const context = yield* inspectContext(scope, ledger)
  const inspected = yield* inspectAll(context, [...ledger.entries])
  return activeAmong(scope, ledger, inspected)
})

/**
 * Adds the user's own capabilities to those of a scope: in a project those of the project count first, and one of the
 * same id takes the place of the user's. Source: ADR-0012.
 */
export const withUsers = Effect.fn("registry.withUsers")(function* (
  scope: LedgerScope,
  own: ReadonlyArray<ActiveOverlay>
) {
  if (scope.kind === "global") return own
  const ids = new Set(own.map(({ id }) => id))
  const users = yield* lookAt(globalScope)
  return [...own, ...users.filter(({ id }) => !ids.has(id))]
})

/** Everything that may act in a scope. */
export const activeIn = Effect.fn("registry.activeIn")(function* (scope: LedgerScope) {
  return yield* withUsers(scope, yield* lookAt(scope))
})
