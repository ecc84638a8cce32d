import * as Effect from "effect/Effect"
import { decideStatus } from "../../domain/install/decide.ts"
import type { Decided, Disclosed } from "./stages.ts"

/** Says what the install would be; refuses another source and a lower version unless they were asked for. */
export const decide = Effect.fn("install.decide")(function* (disclosed: Disclosed) {
  const status = yield* Effect.fromResult(
    decideStatus(disclosed.disclosure.baseline?.entry, {
      id: disclosed.disclosure.id,
      version: disclosed.disclosure.version,
      source: disclosed.resolved.canonical,
      contentHash: disclosed.contentHash,
      consentDigest: disclosed.disclosure.digest,
      replace: disclosed.replace,
      allowDowngrade: disclosed.allowDowngrade
    })
  )
  return { ...disclosed, status } satisfies Decided
})
