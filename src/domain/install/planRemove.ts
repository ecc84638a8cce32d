import type { LedgerEntry } from "../ledger/entry.ts"
import { withEntry } from "../ledger/state.ts"
import { editsWith, type ProjectPlan } from "../project/edits.ts"
import { withLeftovers, type Basis, type Change, type PlannedFile } from "../transaction/change.ts"

/** What goes with a removal. */
export interface Removal {
  readonly entry: LedgerEntry
  /** Other ids that go in the same transaction, ascending. */
  readonly also?: ReadonlyArray<string>
  readonly files: ReadonlyArray<PlannedFile>
  /** What the project held of all of them, in project scope. */
  readonly project?: ProjectPlan
}

/** Plans the change after which nothing of these ids is recorded: entries, records, bundles that nobody else names. */
export const planRemove = (basis: Basis, id: string, from: Removal): Change => {
  const { also = [] } = from
  return withLeftovers(basis, {
    op: "remove",
    id,
    ...(also.length === 0 ? {} : { also }),
    ledger: [id, ...also].reduce((ledger, gone) => withEntry(ledger, gone, undefined), basis.ledger),
    consentAdd: [],
    ...editsWith(from.files, from.project),
    store: [],
    version: from.entry.version,
    contentHash: from.entry.contentHash,
    consentDigest: from.entry.consentDigest,
    source: from.entry.source
  })
}
