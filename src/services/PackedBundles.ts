import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ArchiveBroken, ArchiveTooLarge } from "../domain/archive/errors.ts"
import type { BundleFile } from "../domain/content/BundleFile.ts"
import type { DiskFailure } from "../domain/disk/errors.ts"
import type { ManifestMissing } from "../domain/install/errors.ts"
import type { BundleRefused } from "../domain/store/errors.ts"

/** A packed bundle that was read through. */
export interface Unpacked {
  /** In the order of the content hash. */
  readonly files: ReadonlyArray<BundleFile>
  readonly manifestBytes: Uint8Array
  /** Digest of the archive, `sha512-<base64>`. */
  readonly sha512: string
  /** Bytes of the archive. */
  readonly size: number
}

/** Why a packed bundle could not be read. */
export type PackedBundleError =
  ArchiveBroken | ArchiveTooLarge | BundleRefused | DiskFailure | ManifestMissing

/** Archives of capabilities on the disk of their author, looked into where they stand. */
export class PackedBundles extends Context.Service<
  PackedBundles,
  {
    /** Reads an archive as an install would, within the same bounds, and writes nothing. */
    readonly read: (path: string) => Effect.Effect<Unpacked, PackedBundleError>
  }
>()("gsd/services/PackedBundles") {}
