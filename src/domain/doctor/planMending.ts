import type { PlannedFile, Basis, Change } from "../transaction/change.ts"
import { withLeftovers } from "../transaction/change.ts"
import type { ConsentDrop } from "../transaction/journal.ts"

/** What a repair does beside the ledger, whose entries stay as they are. */
export interface Mending {
  readonly consentDrop: ReadonlyArray<ConsentDrop>
  readonly retire: ReadonlyArray<string>
  /** Ascending by path. */
  readonly files: ReadonlyArray<PlannedFile>
}

/** Plans the transaction that repairs; it is about no single capability. */
export const planMending = (basis: Basis, mending: Mending): Change => ({
  ...withLeftovers(basis, {
    op: "repair",
    id: "",
    ledger: basis.ledger,
    consentAdd: [],
    files: mending.files,
    store: []
  }),
  consentDrop: mending.consentDrop,
  retire: mending.retire
})
