import { withLeftovers, type Basis, type Change, type PlannedFile } from "../transaction/change.ts"

/**
 * Plans the change after which no record of an id stands in the basis' scope and nothing of it is wired. `at` is ISO
 * 8601; `files` are the edits that unwire it.
 */
export const planRevoke = (
  basis: Basis,
  id: string,
  revocation: { readonly at: string; readonly files: ReadonlyArray<PlannedFile> }
): Change => {
  const standing = [...basis.consent.values()].filter(
    (record) => record.scope === basis.scope && record.id === id && record.revoked === undefined
  )
  return withLeftovers(basis, {
    op: "revoke",
    id,
    ledger: basis.ledger,
    consentAdd: standing.map((record) => ({
      record: { ...record, revoked: revocation.at },
      replaced: record
    })),
    files: revocation.files,
    store: []
  })
}
