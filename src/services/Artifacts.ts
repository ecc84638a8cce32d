import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { DiskFailure } from "../domain/disk/errors.ts"
import type { HomeUnsafe } from "../domain/home/errors.ts"
import type { HttpError } from "../domain/network/errors.ts"
import type { PolicyUnreadable } from "../domain/policy/policy.ts"
import type { IntegrityMismatch } from "../domain/store/errors.ts"
import type { HttpRequest } from "./Http.ts"

/** A file that is wanted from a server. */
export interface ArtifactRequest {
  readonly request: HttpRequest
  /** Digest that it must have, `sha512-<base64>`; with one, a copy in the cache is as good and the server is not asked. */
  readonly integrity?: string
}

/** A file on this disk, below `H/cache`. */
export interface Artifact {
  readonly path: string
  /** `sha512-<base64>`. */
  readonly sha512: string
}

/** Why a file was not fetched. */
export type ArtifactError = HttpError | PolicyUnreadable | IntegrityMismatch | DiskFailure | HomeUnsafe

/** Files of servers, kept by their digest under `H/cache/artifacts`, so that what was fetched once can be had offline. */
export class Artifacts extends Context.Service<
  Artifacts,
  {
    /**
     * Gives a file by digest from the cache, or fetches it, hashing while it arrives. The digest is compared before the
     * file can be read; a part that was fetched when this is interrupted or fails is gone.
     */
    readonly fetch: (request: ArtifactRequest) => Effect.Effect<Artifact, ArtifactError, Scope.Scope>
    /** Puts a file of this disk into the cache. */
    readonly keep: (path: string) => Effect.Effect<Artifact, DiskFailure | HomeUnsafe, Scope.Scope>
  }
>()("gsd/services/Artifacts") {}
