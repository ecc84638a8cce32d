import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { manifestName } from "../../domain/content/BundleFile.ts"
import type { History } from "../../domain/doctor/history.ts"
import type { StandingGeneration } from "../../domain/doctor/rebuilt.ts"
import { sha512Hex } from "../../domain/hash.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import { member } from "../../domain/json/value.ts"
import { Store } from "../../services/Store.ts"
import { wireEntries } from "../wiring/entries.ts"

/** A bundle that hashes to what was remembered and is of that id. */
const standingBundle = Effect.fnUntraced(function* (id: string, contentHash: string) {
  const store = yield* Store
  if ((yield* store.verify(contentHash)).verdict !== "ok") return Option.none<StandingGeneration>()
  const bytes = yield* store.read(contentHash, manifestName)
  const manifest = readManifest(bytes)
  if (Result.isFailure(manifest)) return Option.none<StandingGeneration>()
  const raw = manifest.success.value
  const version = member(raw, "version")
  if (member(raw, "id") !== id || typeof version !== "string") return Option.none<StandingGeneration>()
  const files = (yield* store.files(contentHash)).map(({ path }) => path)
  const entries = yield* wireEntries({ raw, contentHash, read: (path) => store.read(contentHash, path) })
  return Option.some<StandingGeneration>({ version, manifestHash: sha512Hex(bytes), files, entries })
})

/** Every remembered state whose bundle is whole, by content hash. */
export const standingBundles = Effect.fnUntraced(function* (history: History) {
  const standing = new Map<string, StandingGeneration>()
  for (const [id, { generations }] of history.capabilities) {
    for (const { contentHash } of generations) {
      const found = yield* Effect.orElseSucceed(standingBundle(id, contentHash), () =>
        Option.none<StandingGeneration>()
      )
      if (Option.isSome(found)) standing.set(contentHash, found.value)
    }
  }
  return standing
})
