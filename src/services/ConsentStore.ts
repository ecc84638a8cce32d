import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ConsentCorrupt } from "../domain/consent/errors.ts"
import type { ConsentState } from "../domain/consent/record.ts"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"

/** Why the consent store could not be read. */
export type ConsentError = ConsentCorrupt | DiskFailure | FileTooLarge

/** What people said yes to: user-owned, outside any repository, both scopes. Writing it is the Transaction's alone. */
export class ConsentStore extends Context.Service<
  ConsentStore,
  {
    /** Every record; empty when nobody ever consented to anything. */
    readonly read: Effect.Effect<ConsentState, ConsentError>
  }
>()("gsd/services/ConsentStore") {}
