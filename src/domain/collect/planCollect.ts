import { keptGenerations, type LedgerEntry } from "../ledger/entry.ts"
import type { LedgerState } from "../ledger/state.ts"
import { hexOfIntegrity } from "../hash.ts"
import { withLeftovers, type Basis, type Change } from "../transaction/change.ts"
import type { SurplusGeneration } from "./report.ts"

/** How many generations of each capability are kept, the active one included. */
const trimmed = (entry: LedgerEntry, keep: number): LedgerEntry => ({
  ...entry,
  generations: keptGenerations(entry.generations, entry.generation, keep)
})

/** Kept generations beyond the policy, ascending by id and number; the active one is never among them. */
export const surplusGenerations = (ledger: LedgerState, keep: number): ReadonlyArray<SurplusGeneration> =>
  [...ledger.entries]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, entry]) => {
      const kept = new Set(trimmed(entry, keep).generations)
      return entry.generations
        .filter((one) => !kept.has(one))
        .map(({ generation, version }) => ({ id, generation, version }))
    })

/** Plans the transaction after which no more generations are kept than the policy says; `retire` goes to trash with what they leave. */
export const planCollect = (
  basis: Basis,
  to: { readonly keep: number; readonly retire: ReadonlyArray<string> }
): Change => {
  const entries = [...basis.ledger.entries].map(([id, entry]) => [id, trimmed(entry, to.keep)] as const)
  const change = withLeftovers(basis, {
    op: "gc",
    id: "",
    ledger: { ...basis.ledger, entries: new Map(entries) },
    consentAdd: [],
    store: []
  })
  return { ...change, retire: [...new Set([...change.retire, ...to.retire])] }
}

/** Says by its name, the hex digits of its digest, whether a fetched file is still needed. */
export interface NeededArtifacts {
  readonly has: (hex: string) => boolean
}

/** Fetched files that kept generations came in, and those that a project's lockfile names. What is kept aside may name any. */
export const neededArtifacts = (
  ledgers: ReadonlyArray<LedgerState>,
  locked: ReadonlyArray<string>
): NeededArtifacts => {
  if (ledgers.some(({ quarantined }) => quarantined.size > 0)) return { has: () => true }
  const kept = ledgers.flatMap(({ entries }) =>
    [...entries.values()].flatMap(({ generations }) => generations.map(({ integrity }) => integrity))
  )
  return new Set([...kept, ...locked].map(hexOfIntegrity))
}
