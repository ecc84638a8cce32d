import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Manifest } from "../../domain/capability/schema/manifest.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import { builtInFacts } from "../../domain/registry/builtIn.ts"
import { factsOf } from "../../domain/registry/facts.ts"
import type { SetMember } from "../../domain/registry/standing.ts"
import { Store } from "../../services/Store.ts"
import type { ActiveOverlay } from "./active.ts"

/** Decodes a manifest that was judged before. */
export const decodeManifest = Schema.decodeUnknownOption(Manifest)

const overlayOf = (manifest: Option.Option<Manifest>): SetMember =>
  Option.match(manifest, {
    onNone: () => ({ origin: "overlay", facts: undefined, isOut: true }),
    onSome: (decoded) => ({ origin: "overlay", facts: factsOf(decoded), isOut: false })
  })

/** Bytes of a stored manifest, hashed as they are read; none when they are not as recorded. */
export const storedBytes = (contentHash: string) =>
  Effect.flatMap(Store, (store) => Effect.option(store.read(contentHash, manifestName)))

/** The manifest that bytes are; none when it cannot be used. */
export const manifestOfBytes = (bytes: Uint8Array) =>
  Option.flatMap(Result.getSuccess(readManifest(bytes)), ({ value }) => decodeManifest(value))

/** The manifest of stored bytes, hashed as it is read; none when it cannot be used. */
export const storedManifest = (contentHash: string) =>
  Effect.map(storedBytes(contentHash), Option.flatMap(manifestOfBytes))

/** Members of a set: the first-party ones, of which some are switched off, then the installed ones given. */
export const membersOf = Effect.fn("registry.membersOf")(function* (
  overlays: ReadonlyArray<ActiveOverlay>,
  off: { readonly has: (id: string) => boolean }
) {
  const own = builtInFacts().map((facts): SetMember => ({
    origin: "first-party",
    facts,
    isOut: false,
    isSwitchedOff: off.has(facts.id)
  }))
  const installed = yield* Effect.forEach(overlays, ({ contentHash }) => storedManifest(contentHash), {
    concurrency: 8
  })
  return [...own, ...installed.map(overlayOf)]
})
