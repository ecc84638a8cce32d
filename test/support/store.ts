import * as Effect from "effect/Effect"
import { contentHash as hashOf } from "../../src/domain/content/contentHash.ts"
import { Durable } from "../../src/services/Durable.ts"
import { GsdHome } from "../../src/services/GsdHome.ts"
import { Store } from "../../src/services/Store.ts"
import { utf8 } from "./disk.ts"
import type { World } from "./home.ts"
import type { FileSystemName, Reads } from "./reads.ts"

/** What the store's suite needs: a store, and a disk on which reads are counted. */
export type StoreWorld = Store | World | Reads | FileSystemName

/** Registers one behaviour of a store. */
export type ProveStore = (behaviour: string, test: Effect.Effect<void, unknown, StoreWorld>) => void

/** Stages and seals files; alive as long as the scope. */
export const stageFiles = Effect.fnUntraced(function* (files: Readonly<Record<string, string>>) {
  const store = yield* Store
  const staging = yield* store.stage
  const staged = yield* Effect.forEach(Object.entries(files), ([path, text]) =>
    staging.put({ path, bytes: utf8(text) })
  )
  const contentHash = hashOf(staged)
  yield* staging.seal(staged, contentHash)
  return { staging, contentHash, files: staged }
})

/** Puts a bundle into the store as a commit would, without one; gives its content hash and its folder. */
export const storeFiles = Effect.fnUntraced(function* (files: Readonly<Record<string, string>>) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const { contentHash, staging } = yield* stageFiles(files)
  yield* durable.rename(staging.folder, paths.stored(contentHash))
  return { contentHash, bundle: paths.bundle(contentHash), stored: paths.stored(contentHash) }
}, Effect.scoped)
