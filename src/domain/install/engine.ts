import * as Result from "effect/Result"
import { member, type JsonValue } from "../json/value.ts"
import { satisfies } from "../version/range.ts"
import { EngineIncompatible } from "./errors.ts"

/** The `engines.gsd` of a raw manifest that an engine of this version does not meet; undefined when there is none. */
export const unmetEngine = (raw: JsonValue | undefined, version: string): string | undefined => {
  const range = member(member(raw, "engines"), "gsd")
  return typeof range !== "string" || satisfies(version, range) ? undefined : range
}

/** Refuses a capability made for another engine. */
export const admitEngine = (
  id: string,
  raw: JsonValue,
  version: string
): Result.Result<void, EngineIncompatible> => {
  const range = unmetEngine(raw, version)
  return range === undefined
    ? Result.succeed(undefined)
    : Result.fail(new EngineIncompatible({ id, range, version }))
}
