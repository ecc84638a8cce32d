import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { HttpError } from "../domain/network/errors.ts"
import type { PolicyUnreadable } from "../domain/policy/policy.ts"
import type { RegistryUnknown } from "../domain/registryIndex/addedErrors.ts"
import type { CapabilityIndex } from "../domain/registryIndex/capabilityIndex.ts"
import type { RegistryRefused, SignatureCheckFailed } from "../domain/registryIndex/errors.ts"
import type { RegistryKey } from "../domain/registryIndex/key.ts"
import type { SeenRoot } from "../domain/registryIndex/judge.ts"
import type { RegistryRecord } from "../domain/registryIndex/record.ts"
import type { RootEntry } from "../domain/registryIndex/root.ts"
import type { RegistriesWriteError } from "./Registries.ts"

/** Why a registry was not looked into. */
export type RegistryLookError = RegistryRefused | SignatureCheckFailed | HttpError | PolicyUnreadable

/** Why a registry that was added was not looked into. */
export type RegistryIndexError = RegistryLookError | RegistryUnknown | RegistriesWriteError

/** Where a registry is, and who is trusted to sign it. */
export interface RegistryPlace {
  readonly name: string
  readonly url: string
  /** None for a registry that is taken unsigned. */
  readonly keys: ReadonlyArray<RegistryKey>
}

/** What a registry offers of one capability. */
export interface Offered {
  /** Of the registry. */
  readonly url: string
  readonly entry: RootEntry
  readonly index: CapabilityIndex
}

/** What registries say, read from their servers each time and never kept: a copy could be an old one. */
export class RegistryIndex extends Context.Service<
  RegistryIndex,
  {
    /** Reads and judges the root of a registry that is not added yet; nothing is remembered. */
    readonly look: (place: RegistryPlace) => Effect.Effect<SeenRoot, RegistryLookError>
    /** Reads and judges the root of a registry that was added, and remembers it before it is given. */
    readonly root: (
      name: string
    ) => Effect.Effect<SeenRoot & { readonly record: RegistryRecord }, RegistryIndexError>
    /** What it offers of one capability; none when the root names no such id. */
    readonly capability: (
      name: string,
      id: string
    ) => Effect.Effect<Option.Option<Offered>, RegistryIndexError>
  }
>()("gsd/services/RegistryIndex") {}
