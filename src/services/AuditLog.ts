import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"

/** The log of every transaction, as it stands; writing it is the Transaction's alone. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** All of its bytes; none when nothing was ever done. */
    readonly read: Effect.Effect<Uint8Array, DiskFailure | FileTooLarge>
  }
>()("gsd/services/AuditLog") {}
