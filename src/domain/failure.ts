import * as Predicate from "effect/Predicate"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode } from "./hinted.ts"

/** An expected error as a report carries it. */
export const Failure = Schema.Struct({
  _tag: Schema.String,
  message: Schema.String,
  /** What would let it go on. */
  hints: Schema.Array(Schema.String),
  /** With which a command that fails so ends. */
  exitCode: Schema.Int
})
export type Failure = typeof Failure.Type

const hintsOf = (error: object): ReadonlyArray<string> =>
  "hints" in error && Array.isArray(error.hints) ? error.hints.filter(Predicate.isString) : []

/** The report of an expected error. */
export const failureOf = (error: Error): Failure => ({
  _tag: "_tag" in error && Predicate.isString(error._tag) ? error._tag : error.name,
  message: error.message,
  hints: hintsOf(error),
  exitCode: Runtime.getErrorExitCode(error) || exitCode.failed
})
