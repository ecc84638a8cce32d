/** What stands on disk of a transaction that somebody else began. */
export interface Found {
  readonly journal: "absent" | "present" | "unreadable"
  /** The ledger of the journal's scope; `unknown` when there is no journal to name it. */
  readonly ledger: "readable" | "unreadable" | "unknown"
  /** Whether that ledger's `lastTx` is this transaction. */
  readonly committed: boolean
}

/** What to do about it. */
export type Recovery =
  /** Never Prepared: nothing outside the folder was touched; forget it. */
  | "forget"
  /** The commit's rename is there: go on with the clean-up. */
  | "finish"
  | "undo"
  /** The ledger must be repaired first; writers are refused, nothing is touched. */
  | "blocked"
  /** Not from a crash of ours: move the folder to attention and go on. */
  | "set-aside"

/** Recovery's decision table, row by row. Source: transaction.md "Recovery". */
export const decideRecovery = (found: Found): Recovery => {
  if (found.journal === "absent") return "forget"
  if (found.journal === "unreadable") return "set-aside"
  if (found.ledger !== "readable") return "blocked"
  return found.committed ? "finish" : "undo"
}
