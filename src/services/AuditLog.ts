import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { EgressFact } from "../domain/audit/line.ts"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { HomeUnsafe } from "../domain/home/errors.ts"
import type { LockBusy, LockNotWritable, LockUnsupported } from "../domain/lock/errors.ts"

/** One egress of a capability. */
export interface EgressEvent extends EgressFact {
  /** Id of the capability. */
  readonly id: string
  /** The scope it is active in: `global`, or the project's key. */
  readonly scope: string
}

/** Why nothing could be written down. */
export type AuditError = DiskFailure | HomeUnsafe | LockBusy | LockNotWritable | LockUnsupported

/** The log of every transaction and egress, as it stands; lines of transactions are written by the Transaction alone. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** All of its bytes; none when nothing was ever done. */
    readonly read: Effect.Effect<Uint8Array, DiskFailure | FileTooLarge>
    /** Writes egresses down, under the lock and at the end of the chain: all of them with one write, or none. */
    readonly recordEgress: (events: ReadonlyArray<EgressEvent>) => Effect.Effect<void, AuditError>
  }
>()("gsd/services/AuditLog") {}
