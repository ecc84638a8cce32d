import type { Problem } from "../capability/Problem.ts"
import { unmetEngine } from "../install/engine.ts"
import type { JsonValue } from "../json/value.ts"

/** Why a manifest with these problems cannot be used; undefined when it can. */
export const invalidReason = (problems: ReadonlyArray<Problem>): string | undefined => {
  const fault = problems.find((one) => one.severity === "error")
  return fault === undefined ? undefined : `its manifest is invalid at ${fault.pointer}: ${fault.message}`
}

/** Why an engine of this version is not the right one for a raw manifest; undefined when it is. */
export const incompatibleReason = (raw: JsonValue | undefined, version: string): string | undefined => {
  const range = unmetEngine(raw, version)
  return range === undefined ? undefined : `it needs engines.gsd ${range}, and this gsd implements ${version}`
}
