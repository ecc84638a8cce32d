import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ArchiveBroken, ArchiveTooLarge } from "../domain/archive/errors.ts"
import type { BundleFile } from "../domain/content/BundleFile.ts"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { Source, SourceMissing } from "../domain/source/source.ts"
import type { BundleRefused, IntegrityMismatch } from "../domain/store/errors.ts"
import type { Staging } from "./Store.ts"

/** A source pinned to what it means now. */
export interface ResolvedSource {
  readonly source: Source
  /** Canonical text for the ledger, without credentials; for a local folder or archive its real path. */
  readonly canonical: string
  /** Commit or version that it resolved to; none for a local folder or archive. */
  readonly resolved?: string
  /** Name of the folder, which a manifest's id must equal; none for a checkout and an archive, which anybody may name. */
  readonly folder?: string
}

/** What was fetched. */
export interface Fetched {
  /** Every file, in content-hash order. */
  readonly files: ReadonlyArray<BundleFile>
  /** Digest of the one file that all came in, `sha512-<base64>`; none for a folder. */
  readonly artifact?: string
}

/** Why a source was not fetched. */
export type FetchError =
  | ArchiveBroken
  | ArchiveTooLarge
  | BundleRefused
  | IntegrityMismatch
  | SourceMissing
  | DiskFailure
  | FileTooLarge

/** One adapter per kind of source behind one interface. */
export class SourceResolver extends Context.Service<
  SourceResolver,
  {
    readonly resolve: (source: Source) => Effect.Effect<ResolvedSource, SourceMissing | DiskFailure>
    /**
     * Copies every file of the source into the staging; nothing of it is run. Refused: links, devices, names that are
     * not portable or collide, too many or too much, archives that are damaged. The digest that an archive must have,
     * `sha512-<base64>`, is compared before anything in it is looked at; a folder has none of its own.
     */
    readonly fetch: (
      resolved: ResolvedSource,
      staging: Staging,
      integrity?: string
    ) => Effect.Effect<Fetched, FetchError>
  }
>()("gsd/services/SourceResolver") {}
