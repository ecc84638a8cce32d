import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { LockBusy, LockNotWritable, LockUnsupported } from "../domain/lock/errors.ts"

/** How a lock is asked for. */
export interface LockRequest {
  /** Longest wait; zero tries once. Waiting is interruptible and retries every 10 to 50 ms, jittered. */
  readonly wait: Duration.Duration
  /** Where and as what the holder is written down for messages; omitted: nowhere. */
  readonly holder?: { readonly path: string; readonly command: string }
}

/**
 * A kernel lock on a file, exclusive across processes, threads and connections, free at once when
 * the holder dies. No stealing, no ages, no clock. Its directory must exist.
 * While it is held, nobody in this process may open the file (the open would drop the lock).
 */
export class Lock extends Context.Service<
  Lock,
  {
    /** Holds the lock on `path` until the scope closes. */
    readonly acquire: (
      path: string,
      request: LockRequest
    ) => Effect.Effect<void, LockBusy | LockUnsupported | LockNotWritable, Scope.Scope>
  }
>()("gsd/services/Lock") {}
