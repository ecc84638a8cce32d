import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { LockHolder } from "../../domain/lock/errors.ts"
import { Lock, type LockRequest } from "../../services/Lock.ts"
import { Taken, waiting } from "./waiting.ts"

/** Locks held now by path; the holder when the request names one. */
type Held = Map<string, LockHolder | undefined>

const attemptOn = (held: Held, path: string, request: LockRequest) => {
  const take = Effect.flatMap(Clock.currentTimeMillis, (since) => {
    if (held.has(path)) return Effect.fail(new Taken())
    held.set(path, request.holder && { pid: process.pid, command: request.holder.command, since })
    return Effect.void
  })
  return Effect.acquireRelease(take, () => Effect.sync(() => held.delete(path)))
}

const lockOf = (held: Held): Lock["Service"] => ({
  acquire: (path, request) =>
    waiting({
      path,
      request,
      attempt: attemptOn(held, path, request),
      holder: Effect.sync(() => held.get(path))
    })
})

/** Locks among the fibers that share one build of this layer; writes no file. For tests. */
export const layer: Layer.Layer<Lock> = Layer.sync(Lock, () => lockOf(new Map()))
