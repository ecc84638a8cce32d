import type { LedgerEntry } from "../ledger/entry.ts"
import { withEntry } from "../ledger/state.ts"
import { withLeftovers, type Basis, type Change } from "../transaction/change.ts"

/** Plans the change after which nothing of an id is recorded: entry, records, bundles that nobody else names. */
export const planRemove = (basis: Basis, id: string, entry: LedgerEntry): Change =>
  withLeftovers(basis, {
    op: "remove",
    id,
    ledger: withEntry(basis.ledger, id, undefined),
    consentAdd: [],
    store: [],
    version: entry.version,
    contentHash: entry.contentHash,
    consentDigest: entry.consentDigest
  })
