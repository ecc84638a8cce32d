import * as Effect from "effect/Effect"
import { limits } from "../../domain/limits.ts"
import { CapabilityFiles } from "../../services/CapabilityFiles.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Store, type StoreError } from "../../services/Store.ts"

/** A file of a bundle, its bytes as consented to. */
export interface OpenFile {
  readonly path: string
  /** Left out: its first bytes tell. */
  readonly executable?: boolean
}

/** Files of a capability, wherever they stand at the moment. */
export interface OpenBundle {
  readonly files: ReadonlyArray<OpenFile>
  /** Where they lie for good. */
  readonly folder: string
  /** Bytes of one of the files; a clause when they cannot be had. */
  readonly read: (path: string) => Effect.Effect<Uint8Array, string>
}

/** A bundle that a transaction is about to put into the store. */
export interface StagedBundle {
  readonly id: string
  readonly contentHash: string
  readonly files: ReadonlyArray<OpenFile>
  readonly read: (path: string) => Effect.Effect<Uint8Array, StoreError>
}

const because = (failure: { readonly message: string }): string => failure.message

/** Opens the bundle that is being put into the store. */
export const openStaged = Effect.fn("projection.openStaged")(function* (staged: StagedBundle) {
  const { paths } = yield* GsdHome
  return {
    files: staged.files,
    folder: paths.bundle(staged.contentHash),
    read: (path) => Effect.mapError(staged.read(path), because)
  } satisfies OpenBundle
})

/** Opens a bundle in the store. */
export const openStored = Effect.fn("projection.openStored")(function* (contentHash: string) {
  const store = yield* Store
  const { paths } = yield* GsdHome
  return {
    files: yield* Effect.mapError(store.files(contentHash), because),
    folder: paths.bundle(contentHash),
    read: (path) => Effect.mapError(store.read(contentHash, path), because)
  } satisfies OpenBundle
})

/** Opens what the product brings along under an id. */
export const openFirstParty = Effect.fn("projection.openFirstParty")(function* (id: string) {
  const capabilities = yield* CapabilityFiles
  const names = yield* Effect.mapError(capabilities.paths({ id }), because)
  const folder = yield* Effect.mapError(capabilities.folder({ id }), because)
  return {
    files: names.map((path) => ({ path })),
    folder,
    read: (path) =>
      Effect.mapError(capabilities.read({ id }, path, { maxBytes: limits.bundleBytes }), because)
  } satisfies OpenBundle
})
