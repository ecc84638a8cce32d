import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ArchiveBroken, ArchiveTooLarge } from "../domain/archive/errors.ts"
import type { BundleFile } from "../domain/content/BundleFile.ts"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { HomeUnsafe, HostVersionUnknown } from "../domain/home/errors.ts"
import type { HttpError } from "../domain/network/errors.ts"
import type { PolicyUnreadable } from "../domain/policy/policy.ts"
import type { SpawnError } from "../domain/process/errors.ts"
import type {
  SourceMissing,
  SourceNotFound,
  SourceRefused,
  SourceUnreachable
} from "../domain/source/errors.ts"
import type { Source } from "../domain/source/source.ts"
import type { BundleRefused, IntegrityMismatch } from "../domain/store/errors.ts"
import type { RegistryIndexError } from "./RegistryIndex.ts"
import type { Staging } from "./Store.ts"

/** The one file that a version of a package or registry entry is. */
export interface ArtifactPlace {
  /** Without credentials. */
  readonly url: string
  /** `sha512-<base64>`. */
  readonly integrity: string
  readonly authorization?: Redacted.Redacted<string>
}

/** A source pinned to what it means now. */
export interface ResolvedSource {
  readonly source: Source
  /** Canonical text for the ledger, without credentials; for a local folder or archive its real path. */
  readonly canonical: string
  /** Commit or version that it resolved to; none for a local folder or archive, and for an archive on a server. */
  readonly resolved?: string
  /** Full name of the ref of a repository, `refs/tags/v1`; none for a commit. */
  readonly ref?: string
  /** Name of the folder, which a manifest's id must equal; none for what anybody may name. */
  readonly folder?: string
  readonly artifact?: ArtifactPlace
  /** What deserves a word though it is no fault: `via proxy`, a version that was passed over. */
  readonly notes?: ReadonlyArray<string>
}

/** What was fetched. */
export interface Fetched {
  /** Every file, in content-hash order. */
  readonly files: ReadonlyArray<BundleFile>
  /** Digest of the one file that all came in, `sha512-<base64>`; none for a folder and a repository. */
  readonly artifact?: string
}

/** What of a source is wanted, beyond what the source says itself. */
export interface SourceWish {
  /** Exactly this commit (40 hex digits) or version, as an earlier `resolved` or a table of versions names it. */
  readonly exactly?: string
}

/** Why a source was not resolved. */
export type ResolveError =
  | SourceMissing
  | SourceNotFound
  | SourceRefused
  | SourceUnreachable
  | HttpError
  | PolicyUnreadable
  | SpawnError
  | DiskFailure
  | FileTooLarge
  | HomeUnsafe
  | HostVersionUnknown
  | RegistryIndexError

/** Why a source was not fetched. */
export type FetchError = ResolveError | ArchiveBroken | ArchiveTooLarge | BundleRefused | IntegrityMismatch

/** One adapter per kind of source behind one interface. */
export class SourceResolver extends Context.Service<
  SourceResolver,
  {
    /**
     * Says what a source means now: servers are asked, nothing is fetched. With a wish, exactly that; `SourceNotFound`
     * when the source has no such version, or keeps none.
     */
    readonly resolve: (source: Source, wish?: SourceWish) => Effect.Effect<ResolvedSource, ResolveError>
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
