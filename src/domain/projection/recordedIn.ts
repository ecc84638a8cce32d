import { recordedFiles } from "../ledger/runtimes.ts"
import type { LedgerState } from "../ledger/state.ts"
import { ownedBy } from "./wish.ts"

/** Whose entries a ledger records in files of hosts. */
const ownersIn = ({ files }: Pick<LedgerState, "files">) =>
  [...files.values()].flatMap(({ wiring }) =>
    (wiring?.entries ?? []).flatMap(({ owner }) => {
      const { capability, runtime } = ownedBy(owner)
      return runtime === undefined ? [] : [{ capability, runtime }]
    })
  )

/**
 * Runtimes of a ledger, ascending: those that are kept in step, and those that nothing is given to any more while something
 * of theirs stands in a file that could not be edited.
 */
export const runtimesIn = (ledger: Pick<LedgerState, "files" | "runtimes">): ReadonlyArray<string> =>
  [...new Set([...ledger.runtimes.keys(), ...ownersIn(ledger).map(({ runtime }) => runtime)])].toSorted()

/** Ids of the capabilities that hosts were given something of, ascending. */
export const projectedIn = (
  ledger: Pick<LedgerState, "entries" | "files" | "runtimes">
): ReadonlyArray<string> => {
  const files = [...ledger.runtimes.keys()].flatMap((runtime) => recordedFiles(ledger, runtime))
  const ids = [...files, ...ownersIn(ledger)].map(({ capability }) => capability)
  return [...new Set(ids)].filter((id) => id !== "").toSorted()
}
