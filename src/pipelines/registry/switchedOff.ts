import * as Effect from "effect/Effect"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { globalScope, type LedgerScope } from "../../domain/paths.ts"
import { Ledger } from "../../services/Ledger.ts"

/** Scopes in which a capability that the product brings along is switched off, by its id; the user's own first. */
export type SwitchedOff = ReadonlyMap<string, ReadonlyArray<LedgerScope["kind"]>>

/** What is switched off in a scope: in a project also what is for the user, wherever it is. `ledger` is that of the scope. */
export const switchedOffIn = Effect.fn("registry.switchedOff")(function* (
  scope: LedgerScope,
  ledger: Pick<LedgerState, "switches">
) {
  const ledgers = yield* Ledger
  const found = new Map<string, ReadonlyArray<LedgerScope["kind"]>>()
  const add = (where: LedgerScope["kind"], { switches }: Pick<LedgerState, "switches">): void => {
    for (const id of switches.keys()) found.set(id, [...(found.get(id) ?? []), where])
  }
  if (scope.kind === "project") add("global", yield* ledgers.read(globalScope))
  add(scope.kind, ledger)
  return found satisfies SwitchedOff
})

/** The same, with the ledger of the scope read. */
export const switchedOffHere = Effect.fn("registry.switchedOffHere")(function* (scope: LedgerScope) {
  const ledgers = yield* Ledger
  return yield* switchedOffIn(scope, yield* ledgers.read(scope))
})
