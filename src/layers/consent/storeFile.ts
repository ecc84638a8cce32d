import * as Effect from "effect/Effect"
import { decodeConsent, isPublicConsent } from "../../domain/consent/codec.ts"
import type { ConsentState } from "../../domain/consent/record.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { whenMissing } from "../disk/missing.ts"

const bytesAt = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  return yield* whenMissing(durable.read(path, { maxBytes: limits.consentBytes }), undefined)
})

const located = Effect.fnUntraced(function* () {
  const { paths } = yield* GsdHome
  const bytes = yield* bytesAt(paths.consent)
  if (bytes !== undefined && !isPublicConsent(bytes)) return { path: paths.consent, bytes }
  const beside = yield* bytesAt(paths.consentBeside)
  return bytes === undefined && beside === undefined
    ? { path: paths.consent, bytes }
    : { path: paths.consentBeside, bytes: beside }
})

/**
 * The file that consents are in, and what it says now. The public system keeps its own under the same name, and each would
 * take the other's for damaged: while that stands there, and as long as ours has been beside it, ours is beside it.
 */
export const storeFile = Effect.fnUntraced(function* () {
  const { bytes, path } = yield* located()
  const state: ConsentState =
    bytes === undefined ? new Map() : yield* Effect.fromResult(decodeConsent(path, bytes))
  return { path, state }
})
