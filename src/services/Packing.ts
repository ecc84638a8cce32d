import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ArchiveTooLarge } from "../domain/archive/errors.ts"
import type { BundleFile } from "../domain/content/BundleFile.ts"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { PackOutputRefused } from "../domain/pack/errors.ts"
import type { ManifestMissing } from "../domain/install/errors.ts"
import type { SourceMissing } from "../domain/source/errors.ts"
import type { BundleRefused } from "../domain/store/errors.ts"

/** One file of a folder that is packed. */
export interface FolderFile extends BundleFile {
  readonly bytes: Uint8Array
}

/** A folder of its author's, as it would be installed. */
export interface PackFolder {
  /** Real path. */
  readonly root: string
  /** Name that the manifest's id must equal; none for the root of a checkout. */
  readonly folder?: string
  /** In the order of the content hash. */
  readonly files: ReadonlyArray<FolderFile>
}

/** What git knows of a folder. */
export type Checkout =
  /** It is in no checkout, or there is no git. */
  | { readonly _tag: "None" }
  /** In a checkout of which nothing can be said; a clause. */
  | { readonly _tag: "Unknown"; readonly reason: string }
  | {
      readonly _tag: "Commit"
      /** Hex digits. */
      readonly commit: string
      /** As configured; undefined when none is. */
      readonly origin: string | undefined
      /** Paths that differ from the commit, ascending; empty when every byte is the commit's. */
      readonly changed: ReadonlyArray<string>
    }

/** Why a folder is not packed. */
export type PackingError =
  SourceMissing | ManifestMissing | BundleRefused | DiskFailure | FileTooLarge | PackOutputRefused

/** Packs what stands on the disk of an author. */
export class Packing extends Context.Service<
  Packing,
  {
    /**
     * Reads every file of a folder, without following links, refusing what an install would refuse. `except`: the
     * archive that is written, when it lies in the folder. A relative path counts from the working directory.
     */
    readonly read: (path: string, except?: string) => Effect.Effect<PackFolder, PackingError>
    /** Asks git what commit the files are of. Nothing of the checkout is run: no hook, no filter, no monitor. */
    readonly checkout: (folder: PackFolder) => Effect.Effect<Checkout>
    /** One gzip member of fixed settings; refused when an install would refuse the archive. */
    readonly compress: (
      name: string,
      tar: Uint8Array
    ) => Effect.Effect<{ readonly bytes: Uint8Array; readonly sha512: string }, ArchiveTooLarge>
    /** Real place of a file that may be written there: a plain file or nothing, in a folder that stands. */
    readonly output: (path: string) => Effect.Effect<string, PackOutputRefused | DiskFailure>
    /** Puts the whole file there, or leaves what was. */
    readonly write: (path: string, bytes: Uint8Array) => Effect.Effect<void, DiskFailure>
  }
>()("gsd/services/Packing") {}
