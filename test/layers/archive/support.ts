import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Bounds } from "../../../src/domain/archive/bounds.ts"
import { contentHash } from "../../../src/domain/content/contentHash.ts"
import { localSources } from "../../support/sources.ts"
import * as StoreFile from "../../../src/layers/store/StoreFile.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { GsdHome } from "../../../src/services/GsdHome.ts"
import { SourceResolver } from "../../../src/services/SourceResolver.ts"
import { Store } from "../../../src/services/Store.ts"
import { Room, text } from "../../support/disk.ts"
import { put, worldOf, type Ground } from "../../support/home.ts"

/** A resolver and a store in a room, within bounds. */
export const layerOn = (ground: Ground, bounds: Partial<Bounds> = {}) =>
  Layer.merge(localSources(bounds), StoreFile.layer).pipe(Layer.provideMerge(worldOf(ground)))

/** Fetches what stands at a path into a staging that is gone afterwards; its texts by path. */
export const fetched = Effect.fnUntraced(function* (path: string, kind: "local" | "archive" = "archive") {
  const store = yield* Store
  const resolver = yield* SourceResolver
  const resolved = yield* resolver.resolve({ kind, path })
  const staging = yield* store.stage
  const { artifact, files } = yield* resolver.fetch(resolved, staging)
  const texts = yield* Effect.forEach(files, (file) => staging.read(file.path))
  return {
    resolved,
    artifact,
    files,
    hash: contentHash(files),
    texts: Object.fromEntries(files.map((file, at) => [file.path, text(texts[at] ?? new Uint8Array())]))
  }
}, Effect.scoped)

/** Puts an archive into the room's working directory and fetches it. */
export const fetchedFrom = Effect.fnUntraced(function* (archive: Uint8Array) {
  const path = `${yield* Room}/workspace/x.tgz`
  yield* put(path, archive)
  return yield* fetched(path)
})

/** Names of the stagings that there are. */
export const stagings = Effect.gen(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  return (yield* durable.entries(paths.stagings)).map((entry) => entry.name)
})
