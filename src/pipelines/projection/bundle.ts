import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import { DiskFailure } from "../../domain/disk/errors.ts"
import { limits } from "../../domain/limits.ts"
import type { PolicyUnreadable } from "../../domain/policy/policy.ts"
import { CapabilityFileUnreadable } from "../../domain/product/errors.ts"
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

/** Why nobody can tell at the moment what a capability is or brings; its bytes may well be as they were. */
export type Trouble = DiskFailure | PolicyUnreadable | CapabilityFileUnreadable

/** The trouble that a failure is; undefined for one that says something of the bytes. */
export const troubleOf = (failure: unknown): Trouble | undefined =>
  failure instanceof DiskFailure || failure instanceof CapabilityFileUnreadable ? failure : undefined

/** Where trouble is kept that was met while something was read. */
export type Failed = Ref.Ref<Trouble | undefined>

/** A failure as a clause; trouble is kept beside it. */
const told =
  (failed: Failed) =>
  <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.tapError((failure) => Ref.update(failed, (before) => before ?? troubleOf(failure))),
      Effect.mapError(({ message }) => message)
    )

/** Opens the bundle that is being put into the store. */
export const openStaged = Effect.fn("projection.openStaged")(function* (
  staged: StagedBundle,
  failed: Failed
) {
  const { paths } = yield* GsdHome
  return {
    files: staged.files,
    folder: paths.bundle(staged.contentHash),
    read: (path) => told(failed)(staged.read(path))
  } satisfies OpenBundle
})

/** Opens a bundle in the store. */
export const openStored = Effect.fn("projection.openStored")(function* (contentHash: string, failed: Failed) {
  const store = yield* Store
  const { paths } = yield* GsdHome
  return {
    files: yield* told(failed)(store.files(contentHash)),
    folder: paths.bundle(contentHash),
    read: (path) => told(failed)(store.read(contentHash, path))
  } satisfies OpenBundle
})

/** Opens what the product brings along under an id. */
export const openFirstParty = Effect.fn("projection.openFirstParty")(function* (id: string, failed: Failed) {
  const capabilities = yield* CapabilityFiles
  const names = yield* told(failed)(capabilities.paths({ id }))
  const folder = yield* told(failed)(capabilities.folder({ id }))
  return {
    files: names.map((path) => ({ path })),
    folder,
    read: (path) => told(failed)(capabilities.read({ id }, path, { maxBytes: limits.bundleBytes }))
  } satisfies OpenBundle
})
