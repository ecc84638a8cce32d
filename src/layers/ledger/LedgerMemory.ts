import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { emptyLedger, type LedgerState } from "../../domain/ledger/state.ts"
import { scopeKey } from "../../domain/paths.ts"
import { Ledger } from "../../services/Ledger.ts"

/** What is recorded, by `scopeKey`: `global`, or that of a project. What a state leaves out is empty. */
export type LedgerStates = Readonly<Record<string, Partial<LedgerState>>>

/** Ledgers that say what they are told, for tests of what reads them; nothing writes them. */
export const layerWith = (states: LedgerStates = {}): Layer.Layer<Ledger> => {
  const known = new Map(Object.entries(states))
  const projects = [...known.keys()].filter((key) => key !== "global").toSorted()
  return Layer.succeed(
    Ledger,
    Ledger.of({
      read: (scope) => Effect.succeed({ ...emptyLedger, ...known.get(scopeKey(scope)) }),
      projects: Effect.succeed(projects)
    })
  )
}
