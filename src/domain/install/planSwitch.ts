import type { LedgerEntry } from "../ledger/entry.ts"
import { withEntry } from "../ledger/state.ts"
import { withSwitch } from "../ledger/switches.ts"
import { withLeftovers, type Basis, type Change, type PlannedFile } from "../transaction/change.ts"

/** Plans the change that switches a capability on or off, with the edits that wire or unwire it. */
export const planSwitch = (
  basis: Basis,
  id: string,
  to: { readonly entry: LedgerEntry; readonly enabled: boolean; readonly files: ReadonlyArray<PlannedFile> }
): Change => {
  const { disabled: _disabled, ...entry } = to.entry
  const next: LedgerEntry = to.enabled ? entry : { ...entry, disabled: true }
  return withLeftovers(basis, {
    op: to.enabled ? "enable" : "disable",
    id,
    ledger: withEntry(basis.ledger, id, next),
    consentAdd: [],
    files: to.files,
    store: [],
    version: entry.version,
    contentHash: entry.contentHash,
    consentDigest: entry.consentDigest,
    source: entry.source
  })
}

/** The same of a capability that the product brings along: the ledger says it alone. */
export const planFirstPartySwitch = (basis: Basis, id: string, enabled: boolean): Change =>
  withLeftovers(basis, {
    op: enabled ? "enable" : "disable",
    id,
    ledger: withSwitch(basis.ledger, id, enabled),
    consentAdd: [],
    store: []
  })
