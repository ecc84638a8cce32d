import * as Effect from "effect/Effect"
import { decideStatus } from "../../domain/install/decide.ts"
import { exactOf } from "../../domain/source/exact.ts"
import type { Decided, Disclosed } from "./stages.ts"

/**
 * Says what the install would be; refuses another source and a lower version unless they were asked for, and changes to
 * a pinned one that name no exact version.
 */
export const decide = Effect.fn("install.decide")(function* (disclosed: Disclosed) {
  const { agreed, exactly, resolved } = disclosed
  const status = yield* Effect.fromResult(
    decideStatus(disclosed.disclosure.baseline?.entry, {
      id: disclosed.disclosure.id,
      version: disclosed.disclosure.version,
      source: resolved.canonical,
      contentHash: disclosed.contentHash,
      consentDigest: disclosed.disclosure.digest,
      replace: disclosed.replace,
      allowDowngrade: disclosed.allowDowngrade,
      // What a team agreed on is exact, wherever it comes from.
      isExact: (agreed ?? exactly ?? exactOf(resolved.source, resolved.ref)) !== undefined
    })
  )
  return { ...disclosed, status } satisfies Decided
})
