import { withLeftovers, type Basis, type Change } from "../transaction/change.ts"

/** Plans the change after which no record of an id stands in the basis' scope. `at` is ISO 8601. */
export const planRevoke = (basis: Basis, id: string, at: string): Change => {
  const standing = [...basis.consent.values()].filter(
    (record) => record.scope === basis.scope && record.id === id && record.revoked === undefined
  )
  return withLeftovers(basis, {
    op: "revoke",
    id,
    ledger: basis.ledger,
    consentAdd: standing.map((record) => ({ record: { ...record, revoked: at }, replaced: record })),
    store: []
  })
}
