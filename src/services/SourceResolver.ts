import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { BundleFile } from "../domain/content/BundleFile.ts"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { Source, SourceMissing } from "../domain/source/source.ts"
import type { BundleRefused } from "../domain/store/errors.ts"
import type { Staging } from "./Store.ts"

/** A source pinned to what it means now. */
export interface ResolvedSource {
  readonly source: Source
  /** Canonical text for the ledger, without credentials; for a local folder its real path. */
  readonly canonical: string
  /** Commit or version that it resolved to; none for a local folder. */
  readonly resolved?: string
  /** Name of the folder, which a manifest's id must equal; none where a source has none. */
  readonly folder?: string
}

/** One adapter per kind of source behind one interface. */
export class SourceResolver extends Context.Service<
  SourceResolver,
  {
    readonly resolve: (source: Source) => Effect.Effect<ResolvedSource, SourceMissing | DiskFailure>
    /**
     * Copies every file of the source into the staging, in content-hash order; nothing of it is run.
     * Refused: links, devices, names that are not portable or collide, too many or too much.
     */
    readonly fetch: (
      resolved: ResolvedSource,
      staging: Staging
    ) => Effect.Effect<ReadonlyArray<BundleFile>, BundleRefused | SourceMissing | DiskFailure | FileTooLarge>
  }
>()("gsd/services/SourceResolver") {}
