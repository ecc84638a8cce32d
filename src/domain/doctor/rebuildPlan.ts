import * as Schema from "effect/Schema"
import { RebuiltEntry } from "./rebuilt.ts"

/** What `doctor --rebuild` asks about. */
export const RebuildPlan = Schema.Struct({
  /** The ledger that would be written anew. */
  ledger: Schema.String,
  entries: Schema.Array(RebuiltEntry),
  /** Ids that were installed and whose bytes are not in the store any more. */
  lost: Schema.Array(Schema.String),
  /** Folders of interrupted transactions that would be finished first where the audit log proves their commit, and undone else. */
  interrupted: Schema.Array(Schema.String),
  /** What could not be read or believed on the way; escaped. */
  notes: Schema.Array(Schema.String)
})
export type RebuildPlan = typeof RebuildPlan.Type

/** JSON of `doctor --rebuild`. */
export const RebuildReport = Schema.Struct({
  status: Schema.Literals(["rebuilt", "declined"]),
  ...RebuildPlan.fields,
  /** Where the broken ledger's bytes are kept; absent when nothing was done. */
  kept: Schema.optionalKey(Schema.String),
  warnings: Schema.Array(Schema.String)
})
export type RebuildReport = typeof RebuildReport.Type
