import * as Schema from "effect/Schema"

/** JSON of `gsd x FAMILY …`: how a command ended, and what it wrote. */
export const CommandRun = Schema.Struct({
  family: Schema.String,
  capability: Schema.String,
  /** The module's own; `gsd` itself ends with 0 or 1. */
  exitCode: Schema.Int,
  /** What was written, up to `limits.commandOutputBytes` each; empty where it went to a listener. */
  stdout: Schema.String,
  stderr: Schema.String,
  /** Whether anything written is missing above. */
  truncated: Schema.Boolean,
  /** `json` of the module's answer; absent when it gave none. */
  result: Schema.optionalKey(Schema.Unknown)
})
export type CommandRun = typeof CommandRun.Type

/** A command family as the list of them shows it. */
export const FamilyRow = Schema.Struct({
  family: Schema.String,
  capability: Schema.String,
  origin: Schema.Literals(["first-party", "global", "project"]),
  active: Schema.Boolean,
  /** Words it knows, as its manifest says; empty when that says nothing. */
  subcommands: Schema.Array(Schema.String),
  /** Why it is not active. */
  reason: Schema.optionalKey(Schema.String)
})
export type FamilyRow = typeof FamilyRow.Type
