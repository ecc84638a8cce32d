import type { Generation, LedgerEntry } from "../ledger/entry.ts"
import { withEntry } from "../ledger/state.ts"
import { withLeftovers, type Basis, type Change } from "../transaction/change.ts"

/** What a capability is pinned at, for people: the commit or version that its source resolved to, else its version. */
export const pinText = ({ resolved, version }: Pick<Generation, "resolved" | "version">): string =>
  resolved ?? version

/** Plans the change that pins a capability at what is active, or lets it go. */
export const planPin = (
  basis: Basis,
  id: string,
  to: { readonly entry: LedgerEntry; readonly pinned: boolean }
): Change => {
  const { pin: _pin, ...entry } = to.entry
  const next: LedgerEntry = to.pinned ? { ...entry, pin: pinText(entry) } : entry
  return withLeftovers(basis, {
    op: to.pinned ? "pin" : "unpin",
    id,
    ledger: withEntry(basis.ledger, id, next),
    consentAdd: [],
    store: [],
    version: entry.version,
    contentHash: entry.contentHash,
    consentDigest: entry.consentDigest,
    source: entry.source
  })
}
