import * as Schema from "effect/Schema"

/** One lane, and whether it could review now. */
export const LaneRow = Schema.Struct({
  slug: Schema.String,
  /** Id of the capability that declares it. */
  id: Schema.String,
  instance: Schema.optionalKey(Schema.String),
  origin: Schema.Literals(["first-party", "overlay"]),
  /** Flags of `gsd review` that choose it. */
  flags: Schema.Array(Schema.String),
  section: Schema.String,
  transport: Schema.Literals(["spawn", "openai-http"]),
  evidenceClass: Schema.Literals(["source-grounded", "diff-only"]),
  /** Where its prompt would go, `scheme://host:port`; absent for a program. */
  host: Schema.optionalKey(Schema.String),
  state: Schema.Literals(["available", "unavailable", "refused"]),
  /** Why it cannot; absent when it can. */
  reason: Schema.optionalKey(Schema.String),
  /** The same as a sentence. */
  detail: Schema.optionalKey(Schema.String),
  /** How long the look took. */
  ms: Schema.Finite
})
export type LaneRow = typeof LaneRow.Type

/** JSON of `gsd review lanes` and `gsd review probe`. */
export const LaneReport = Schema.Struct({
  lanes: Schema.Array(LaneRow),
  warnings: Schema.Array(Schema.String)
})
export type LaneReport = typeof LaneReport.Type

/** One run as it would be started. */
export const PlannedLane = Schema.Struct({
  slug: Schema.String,
  id: Schema.String,
  instance: Schema.optionalKey(Schema.String),
  section: Schema.String,
  /**
   * `ready`; `unasked` when nothing is missing and only `gsd review probe` can tell the rest; `unavailable`; `skipped` for
   * the asking agent; `refused` without consent; `unplannable` when its plan is of no use.
   */
  state: Schema.Literals(["ready", "unasked", "unavailable", "skipped", "refused", "unplannable"]),
  reason: Schema.optionalKey(Schema.String),
  detail: Schema.optionalKey(Schema.String),
  /** The program and its arguments, exactly. */
  argv: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Address of a model endpoint. */
  url: Schema.optionalKey(Schema.String),
  /** Names of the variables that the program is given, ascending; never values. */
  env: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Those of them that the lane sets itself, ascending. */
  envSet: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Names of this environment that the program is not given, ascending. */
  envWithheld: Schema.optionalKey(Schema.Array(Schema.String)),
  /** How it gets the prompt: on its standard input, or in its arguments. */
  stdin: Schema.optionalKey(Schema.Literals(["prompt", "closed"])),
  model: Schema.optionalKey(Schema.String),
  effort: Schema.optionalKey(Schema.String),
  timeoutMs: Schema.optionalKey(Schema.Finite),
  promptBytes: Schema.optionalKey(Schema.Int),
  /** Whether something was taken out of the prompt for its budget. */
  trimmed: Schema.optionalKey(Schema.Boolean)
})
export type PlannedLane = typeof PlannedLane.Type

/** JSON of `gsd review plan`. */
export const ReviewPlanReport = Schema.Struct({
  lanes: Schema.Array(PlannedLane),
  warnings: Schema.Array(Schema.String)
})
export type ReviewPlanReport = typeof ReviewPlanReport.Type
