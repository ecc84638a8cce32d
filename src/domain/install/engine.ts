import * as Result from "effect/Result"
import { isJsonObject, member, type JsonValue } from "../json/value.ts"
import { compatibleVersions } from "../version/pick.ts"
import { satisfies } from "../version/range.ts"
import { EngineIncompatible } from "./errors.ts"

/** The `engines.gsd` of a raw manifest that an engine of this version does not meet; undefined when there is none. */
export const unmetEngine = (raw: JsonValue | undefined, version: string): string | undefined => {
  const range = member(member(raw, "engines"), "gsd")
  return typeof range !== "string" || satisfies(version, range) ? undefined : range
}

/** Versions that the `compatVersions` of a raw manifest names for an engine of this version, newest first. */
export const compatibleOf = (raw: JsonValue | undefined, version: string): ReadonlyArray<string> => {
  const table = member(raw, "compatVersions")
  const rows = isJsonObject(table) ? Object.entries(table) : []
  const texts = rows.flatMap(([key, needs]) => (typeof needs === "string" ? [[key, needs] as const] : []))
  return compatibleVersions(Object.fromEntries(texts), version)
}

/** Refuses a capability made for another engine. */
export const admitEngine = (
  id: string,
  raw: JsonValue,
  version: string
): Result.Result<void, EngineIncompatible> => {
  const range = unmetEngine(raw, version)
  if (range === undefined) return Result.succeed(undefined)
  const [compatible] = compatibleOf(raw, version)
  return Result.fail(
    new EngineIncompatible({ id, range, version, ...(compatible === undefined ? {} : { compatible }) })
  )
}
