import * as Schema from "effect/Schema"
import { Drift } from "./drift.ts"

/** JSON of `lock`: what became of the lockfile; with `--check`, whether it agrees. */
export const LockReport = Schema.Struct({
  status: Schema.Literals(["written", "unchanged", "agrees", "drifted"]),
  path: Schema.String,
  /** Ids that the lockfile names now, ascending. */
  capabilities: Schema.Array(Schema.String),
  /** What was, or is, not as the team agreed. */
  drift: Schema.Array(Drift),
  warnings: Schema.Array(Schema.String)
})
export type LockReport = typeof LockReport.Type
