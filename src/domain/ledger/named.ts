import { storeKey } from "../paths.ts"
import { namedContent, type LedgerState } from "./state.ts"

/** Says whether something names a content hash. */
export interface Named {
  readonly has: (contentHash: string) => boolean
}

/** What of ours stands in files of other programs, as text: commands there name bundles of the store by their keys. */
const wiredText = ({ files }: LedgerState): string =>
  [...files.values()]
    .flatMap(({ wiring }) => wiring?.entries ?? [])
    .map(({ element, marker }) => `${marker}\n${element}`)
    .join("\n")

/** What a ledger names: over every kept generation, in files of other programs, and anywhere in entries that are kept aside. */
export const namedBy = (ledger: LedgerState): Named => {
  const content = namedContent(ledger)
  const quarantined = JSON.stringify([...ledger.quarantined.values()])
  const wired = wiredText(ledger)
  return {
    has: (contentHash) =>
      content.has(contentHash) || quarantined.includes(contentHash) || wired.includes(storeKey(contentHash))
  }
}
