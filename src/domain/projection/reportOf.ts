import type { Edit } from "../install/receipt.ts"
import type { Profile } from "../ledger/runtimes.ts"
import type { OtherInstaller, PlaceRow, RuntimeReport } from "./report.ts"
import type { Wish } from "./wish.ts"

/** What a report is made of. */
export interface ReportParts extends Pick<RuntimeReport, "runtime" | "scope" | "home"> {
  readonly applied: boolean
  readonly profile: Profile
  readonly wish: Pick<Wish, "withheld" | "notes">
  /** Files that are ours as a whole, and entries in files of the host. */
  readonly rows: ReadonlyArray<PlaceRow>
  readonly others: ReadonlyArray<OtherInstaller>
  readonly edits: ReadonlyArray<Edit>
}

const byPlace = (a: PlaceRow, b: PlaceRow): number => {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.capability === b.capability ? 0 : a.capability < b.capability ? -1 : 1
}

/** The report of a runtime in a scope; rows ascending by path, then by capability. */
export const reportOf = ({ rows, wish, ...parts }: ReportParts): RuntimeReport => ({
  ...parts,
  rows: rows.toSorted(byPlace),
  withheld: wish.withheld,
  notes: [...new Set(wish.notes)]
})
