import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { HomeUnsafe } from "../domain/home/errors.ts"
import type { LockBusy, LockNotWritable, LockUnsupported } from "../domain/lock/errors.ts"
import type {
  RegistriesCorrupt,
  RegistryTaken,
  RegistryUnknown
} from "../domain/registryIndex/addedErrors.ts"
import type { RegistryRolledBack } from "../domain/registryIndex/errors.ts"
import type { SeenRoot } from "../domain/registryIndex/judge.ts"
import type { RegistriesState, RegistryRecord } from "../domain/registryIndex/record.ts"

/** Why the registries that were added could not be read. */
export type RegistriesError = RegistriesCorrupt | DiskFailure | FileTooLarge

/** Why they could not be changed; nothing was. */
export type RegistriesWriteError = RegistriesError | HomeUnsafe | LockBusy | LockNotWritable | LockUnsupported

/**
 * The registries that a person added, with the keys that are trusted and the highest root that was seen of each: state
 * that nothing else holds, `H/registries.json`. Each change reads the file again under the engine's lock, so that two
 * commands lose nothing of each other; never change it inside a transaction, which holds that lock.
 */
export class Registries extends Context.Service<
  Registries,
  {
    /** By name; empty when none was ever added. A file that cannot be read fails, and is never written. */
    readonly read: Effect.Effect<RegistriesState, RegistriesError>
    /** Adds one. The same again, by address and keys, advances what was seen; another under the name is `RegistryTaken`. */
    readonly add: (
      name: string,
      record: RegistryRecord,
      wait: Duration.Duration
    ) => Effect.Effect<void, RegistriesWriteError | RegistryTaken | RegistryRolledBack>
    /** Forgets one, with its keys and what was seen of it. */
    readonly remove: (
      name: string,
      wait: Duration.Duration
    ) => Effect.Effect<RegistryRecord, RegistriesWriteError | RegistryUnknown>
    /**
     * Remembers a root that was believed; nothing is written when it was known. Fails with `RegistryRolledBack` when
     * somebody has seen a higher one, or another one under the same counter, in the meantime.
     */
    readonly seen: (
      name: string,
      seen: SeenRoot
    ) => Effect.Effect<void, RegistriesWriteError | RegistryUnknown | RegistryRolledBack>
  }
>()("gsd/services/Registries") {}
