import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { gsdApiVersion } from "../../domain/version/gsdApiVersion.ts"
import { HostVersion } from "../../services/HostVersion.ts"

/** The version this product implements. */
export const layer: Layer.Layer<HostVersion> = layerWith(gsdApiVersion)

/** A version of the caller's choice, for tests and for judging against another engine. */
export function layerWith(version: string): Layer.Layer<HostVersion> {
  return Layer.succeed(
    HostVersion,
    HostVersion.of({ read: Effect.succeed(version).pipe(Effect.withSpan("HostVersion.read")) })
  )
}
