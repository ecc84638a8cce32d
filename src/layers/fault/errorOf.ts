import * as PlatformError from "effect/PlatformError"
import type { FaultCall } from "./Faults.ts"
import { engineErrors } from "./engineErrors.ts"

/** What a call of somebody else's service fails with when nobody says otherwise. */
export class PlannedFailure extends Error {
  override readonly name = "PlannedFailure"
  readonly _tag = "PlannedFailure"
}

const isEngines = (service: string): boolean => service.startsWith("gsd/services/")

/** Files of Effect and programs that it starts. */
const isPlatforms = (service: string): boolean => /^effect\/(?:FileSystem$|process\/)/u.test(service)

const platformError = (call: FaultCall): PlatformError.PlatformError => {
  const [module = "", method = ""] = call.name.split(".")
  return PlatformError.systemError({ _tag: "Unknown", module, method, cause: { code: "EIO" } })
}

/**
 * An error that a call can fail with in the world; undefined for a method of the engine that cannot fail. What a service of
 * an application can fail with is not known here: its calls fail with PlannedFailure.
 */
export const errorOf = (call: FaultCall): unknown => {
  if (isEngines(call.service)) return engineErrors.get(call.name)?.(call)
  return isPlatforms(call.service) ? platformError(call) : new PlannedFailure(call.name)
}
