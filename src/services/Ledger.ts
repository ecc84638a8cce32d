import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { LedgerCorrupt, LedgerTooNew } from "../domain/ledger/errors.ts"
import type { LedgerState } from "../domain/ledger/state.ts"
import type { LedgerScope } from "../domain/paths.ts"

/** Why a ledger could not be read. */
export type LedgerError = LedgerCorrupt | LedgerTooNew | DiskFailure | FileTooLarge

/** Durable record of what is installed, one per scope. Writing it is the Transaction's alone. */
export class Ledger extends Context.Service<
  Ledger,
  {
    /** The state of a scope; the empty one when nothing was ever installed there. */
    readonly read: (scope: LedgerScope) => Effect.Effect<LedgerState, LedgerError>
    /** Scope keys of every project that has a ledger here, ascending. */
    readonly projects: Effect.Effect<ReadonlyArray<string>, DiskFailure>
  }
>()("gsd/services/Ledger") {}
