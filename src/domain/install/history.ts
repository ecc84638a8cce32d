import * as Schema from "effect/Schema"
import { Verdict } from "../verify/verdict.ts"

/** One kept state of a capability, as `history` shows it. */
export const HistoryRow = Schema.Struct({
  /** Counts from 1 per id. */
  generation: Schema.Int,
  version: Schema.String,
  source: Schema.String,
  /** Commit or version that the source resolved to. */
  resolved: Schema.optionalKey(Schema.String),
  installedAt: Schema.String,
  active: Schema.Boolean,
  /** Whether a yes to these bytes stands. */
  consent: Schema.Literals(["stands", "revoked", "none"]),
  /** Whether every byte is as it was recorded. */
  bytes: Verdict
})
export type HistoryRow = typeof HistoryRow.Type

/** JSON of `history`. */
export const History = Schema.Struct({
  id: Schema.String,
  scope: Schema.Literals(["global", "project"]),
  /** What it is pinned at; absent when it is not. */
  pin: Schema.optionalKey(Schema.String),
  /** Kept ones, ascending by number. */
  generations: Schema.Array(HistoryRow)
})
export type History = typeof History.Type
