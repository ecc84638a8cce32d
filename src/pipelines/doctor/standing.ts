import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { manifestName } from "../../domain/content/BundleFile.ts"
import type { History } from "../../domain/doctor/history.ts"
import type { StandingGeneration } from "../../domain/doctor/rebuilt.ts"
import { member } from "../../domain/json/value.ts"
import { Store } from "../../services/Store.ts"
import { readStored } from "../overlays/stored.ts"
import { wireEntries } from "../wiring/entries.ts"

/** A bundle that hashes to what was remembered and is of that id. */
const standingBundle = Effect.fnUntraced(function* (id: string, contentHash: string) {
  const store = yield* Store
  const stored = yield* readStored(contentHash)
  const version = stored === undefined ? undefined : member(stored.raw, "version")
  const manifest = stored?.files.find(({ path }) => path === manifestName)
  if (stored === undefined || manifest === undefined) return Option.none<StandingGeneration>()
  if (member(stored.raw, "id") !== id || typeof version !== "string") return Option.none<StandingGeneration>()
  const read = (path: string) => store.read(contentHash, path)
  // A hook that no host could start was never wired, and is no reason to lose the bundle.
  const entries = yield* Effect.catchTag(
    wireEntries({ raw: stored.raw, contentHash, read }),
    "ScriptNotRunnable",
    () => Effect.succeed([])
  )
  const files = stored.files.map(({ path }) => path)
  return Option.some<StandingGeneration>({ version, manifestHash: manifest.sha512, files, entries })
})

/** Every remembered state whose bundle is whole, by content hash. */
export const standingBundles = Effect.fn("doctor.standingBundles")(function* (history: History) {
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
