import * as Schema from "effect/Schema"
import { loopPoints } from "../capability/loopContract.ts"

/**
 * What became of one hook. `handed`: it is the agent's to do. `passed`/`blocked`: a gate's answer; only a blocking
 * gate's `blocked` holds the loop. `failed`: it could not be run or asked. `unrun`: one before it ended the point.
 * `interrupted`: a signal ended it.
 */
export const HookOutcome = Schema.Literals([
  "done",
  "handed",
  "passed",
  "blocked",
  "failed",
  "skipped",
  "unrun",
  "interrupted"
])
export type HookOutcome = typeof HookOutcome.Type

/** One line of the loop's log, `.planning/loop/outcomes.jsonl`. */
export const HookRecord = Schema.Struct({
  /** ISO 8601, UTC. */
  at: Schema.String,
  /** Names the dispatch; an agent's own records carry none. */
  run: Schema.optionalKey(Schema.String),
  point: Schema.Literals(loopPoints),
  /** Name of the phase's folder, when there was one. */
  phase: Schema.optionalKey(Schema.String),
  hook: Schema.String,
  capId: Schema.String,
  kind: Schema.Literals(["step", "contribution", "gate"]),
  outcome: HookOutcome,
  blocking: Schema.optionalKey(Schema.Boolean),
  /** One line, for people. */
  message: Schema.optionalKey(Schema.String),
  millis: Schema.optionalKey(Schema.Finite),
  details: Schema.optionalKey(Schema.Unknown)
})
export type HookRecord = typeof HookRecord.Type
