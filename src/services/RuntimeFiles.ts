import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { LedgerScope } from "../domain/paths.ts"
import type { Looked } from "../domain/project/looked.ts"
import type { Places } from "../domain/projection/places.ts"
import type { Runtime } from "../domain/runtime/choose.ts"
import type { HomeScope } from "../domain/runtime/home.ts"
import type { RuntimeHomeless, RuntimeHomeRefused } from "../domain/runtime/errors.ts"

/** Files of host runtimes: found and looked at here, written by a Transaction alone. */
export class RuntimeFiles extends Context.Service<
  RuntimeFiles,
  {
    /** Where everything of a runtime goes. In global scope links on the way are followed, in a project none is. */
    readonly places: (
      runtime: Runtime,
      scope: LedgerScope
    ) => Effect.Effect<Places, RuntimeHomeless | RuntimeHomeRefused | DiskFailure>
    /** Where a file of the host really is: in global scope a link in its place is followed. It need not exist. */
    readonly resolve: (path: string, scope: LedgerScope) => Effect.Effect<string, DiskFailure>
    /**
     * Files as they stand, by path. Blocked: a link, folder or device in the way, another name, too large. In global scope
     * folders that are links are followed, and what is found says where it really is.
     */
    readonly look: (
      paths: ReadonlyArray<string>,
      scope: LedgerScope
    ) => Effect.Effect<ReadonlyMap<string, Looked>, DiskFailure>
    /** Of these files, those that this user may not take away, by the permissions of their folders. */
    readonly locked: (paths: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, DiskFailure>
    /** sha512 of each in 128 lower-case hex digits, by the bytes themselves. */
    readonly digests: (all: ReadonlyArray<Uint8Array>) => Effect.Effect<ReadonlyMap<Uint8Array, string>>
    /** Bytes of a small file; undefined when none is there. In a project no link is followed: what lies behind one is not there. */
    readonly read: (
      path: string,
      scope: HomeScope
    ) => Effect.Effect<Uint8Array | undefined, DiskFailure | FileTooLarge>
  }
>()("gsd/services/RuntimeFiles") {}
