import { namedContent, type LedgerState } from "./state.ts"

/** Says whether something names a content hash. */
export interface Named {
  readonly has: (contentHash: string) => boolean
}

/** What a ledger names over every kept generation, and anywhere in entries that are kept aside. */
export const namedBy = (ledger: LedgerState): Named => {
  const content = namedContent(ledger)
  const quarantined = JSON.stringify([...ledger.quarantined.values()])
  return { has: (contentHash) => content.has(contentHash) || quarantined.includes(contentHash) }
}
