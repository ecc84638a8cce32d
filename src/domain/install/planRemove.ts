import type { LedgerEntry } from "../ledger/entry.ts"
import { withEntry } from "../ledger/state.ts"
import { editsWith, type ProjectPlan } from "../project/edits.ts"
import { withLeftovers, type Basis, type Change, type PlannedFile } from "../transaction/change.ts"

/** Plans the change after which nothing of an id is recorded: entry, records, bundles that nobody else names. */
export const planRemove = (
  basis: Basis,
  id: string,
  from: {
    readonly entry: LedgerEntry
    readonly files: ReadonlyArray<PlannedFile>
    /** What its project held of it, in project scope. */
    readonly project?: ProjectPlan
  }
): Change =>
  withLeftovers(basis, {
    op: "remove",
    id,
    ledger: withEntry(basis.ledger, id, undefined),
    consentAdd: [],
    ...editsWith(from.files, from.project),
    store: [],
    version: from.entry.version,
    contentHash: from.entry.contentHash,
    consentDigest: from.entry.consentDigest,
    source: from.entry.source
  })
