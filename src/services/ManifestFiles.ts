import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { ManifestMissing } from "../domain/install/errors.ts"
import type { SourceMissing } from "../domain/source/errors.ts"
import type { BundleRefused } from "../domain/store/errors.ts"

/** A manifest where its author works on it. */
export interface FoundManifest {
  /** Name of the folder that holds it, which the id must equal; none for the root of a checkout, which anybody may name. */
  readonly folder?: string
  readonly bytes: Uint8Array
  /** Relative paths of all files of the folder; none when the manifest alone was asked for. */
  readonly files?: ReadonlyArray<string>
  /** First bytes of one of the files, enough to see a `#!`; set with `files`. */
  readonly head?: (path: string) => Effect.Effect<Uint8Array, DiskFailure>
}

/** Why there is no manifest to judge. */
export type ManifestFilesError = BundleRefused | DiskFailure | FileTooLarge | ManifestMissing | SourceMissing

/** Manifests on the disk of an author, read where they stand. */
export class ManifestFiles extends Context.Service<
  ManifestFiles,
  {
    /**
     * Reads the manifest that a path names: of a folder, with the names of all its files, or a manifest alone. A
     * relative path counts from the working directory. Nothing is written.
     */
    readonly read: (path: string) => Effect.Effect<FoundManifest, ManifestFilesError>
  }
>()("gsd/services/ManifestFiles") {}
