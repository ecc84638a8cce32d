import type { LedgerEntry } from "../ledger/entry.ts"
import { withEntry } from "../ledger/state.ts"
import { withLeftovers, type Basis, type Change, type PlannedFile } from "../transaction/change.ts"

/** Plans the change after which nothing of an id is recorded: entry, records, bundles that nobody else names. */
export const planRemove = (
  basis: Basis,
  id: string,
  from: { readonly entry: LedgerEntry; readonly files: ReadonlyArray<PlannedFile> }
): Change =>
  withLeftovers(basis, {
    op: "remove",
    id,
    ledger: withEntry(basis.ledger, id, undefined),
    consentAdd: [],
    files: from.files,
    store: [],
    version: from.entry.version,
    contentHash: from.entry.contentHash,
    consentDigest: from.entry.consentDigest,
    source: from.entry.source
  })
