import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { BundleFile } from "../domain/content/BundleFile.ts"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { HomeUnsafe } from "../domain/home/errors.ts"
import type { LockBusy, LockNotWritable, LockUnsupported } from "../domain/lock/errors.ts"
import type { BundleMissing, IntegrityMismatch } from "../domain/store/errors.ts"
import type { BundleVerdict } from "../domain/verify/verdict.ts"

/** A file to put into a staged bundle; directories come of themselves. */
export interface StagedInput {
  /** Portable path in the bundle, judged before. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** A bundle being put together under `H/staging`, alive as long as its scope. */
export interface Staging {
  /** Transaction name this staging belongs to. */
  readonly tx: string
  /** `H/staging/<tx>`, which a commit moves as a whole. */
  readonly folder: string
  /** Writes one file and hashes it; `seal` makes it durable. Paths are put at most once. */
  readonly put: (input: StagedInput) => Effect.Effect<BundleFile, DiskFailure>
  /** Like `put` for a file too large to be held: `next` gives its pieces, good until the next one, an empty one at the end. What fails in between stays staged. */
  readonly putPieces: <E, R>(
    path: string,
    next: Effect.Effect<Uint8Array, E, R>
  ) => Effect.Effect<BundleFile, DiskFailure | E, R>
  /** Bytes of a staged file, as they stand on disk. */
  readonly read: (path: string) => Effect.Effect<Uint8Array, DiskFailure | FileTooLarge>
  /** Sets final modes (`executable` 0555, else 0444), writes files.json, fsyncs every file and directory. Call once, last. */
  readonly seal: (files: ReadonlyArray<BundleFile>, contentHash: string) => Effect.Effect<void, DiskFailure>
}

/** Why nothing could be staged. */
export type StagingError = DiskFailure | HomeUnsafe | LockBusy | LockNotWritable | LockUnsupported

/** Why a stored bundle could not be read. */
export type StoreError = BundleMissing | IntegrityMismatch | DiskFailure | FileTooLarge

/** Immutable, hash-addressed bundles, shared by all scopes. */
export class Store extends Context.Service<
  Store,
  {
    /** Sweeps what dead commands left, then opens a staging; folder and live lock go with the scope unless a commit moved the folder. */
    readonly stage: Effect.Effect<Staging, StagingError, Scope.Scope>
    /** The recorded file list of a bundle, sorted as the content hash sorts it. */
    readonly files: (contentHash: string) => Effect.Effect<ReadonlyArray<BundleFile>, StoreError>
    /** Bytes of one file, hashed in memory against the record before they are returned. */
    readonly read: (contentHash: string, path: string) => Effect.Effect<Uint8Array, StoreError>
    /** Hashes every file of a bundle, seals it when unchanged, and says what differs. */
    readonly verify: (contentHash: string) => Effect.Effect<BundleVerdict, DiskFailure>
    /**
     * How files of bundles look now, by path, for comparing with what is remembered of them; those that are not there
     * are left out. One answer per bundle, in the order asked.
     */
    readonly identities: (
      bundles: ReadonlyArray<{ readonly contentHash: string; readonly paths: ReadonlyArray<string> }>
    ) => Effect.Effect<ReadonlyArray<ReadonlyMap<string, string>>>
    /** Like `verify`, by the seal where it counts, over `paths` only; hashes and seals otherwise. */
    readonly glance: (
      contentHash: string,
      paths: ReadonlyArray<string>
    ) => Effect.Effect<BundleVerdict, DiskFailure>
  }
>()("gsd/services/Store") {}
