import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import { limits } from "../../domain/limits.ts"
import { LockBusy, type LockHolder } from "../../domain/lock/errors.ts"
import type { LockRequest } from "../../services/Lock.ts"

/** Somebody else holds the lock now; not told to callers. */
export class Taken extends Data.TaggedError("Taken") {}

/** Every 10 to 50 ms at random, so that many who wait do not come at once; the last time at the end of the wait. */
const every = (wait: Duration.Duration) =>
  Schedule.spaced(Duration.millis(limits.lockRetryMinMillis)).pipe(
    Schedule.modifyDelay(({ elapsed }) =>
      Effect.map(Random.nextIntBetween(limits.lockRetryMinMillis, limits.lockRetryMaxMillis), (millis) =>
        Duration.millis(Math.max(0, Math.min(millis, Duration.toMillis(wait) - elapsed)))
      )
    )
  )

/**
 * Asks again until the lock is had or the wait is over. An attempt that succeeds must have put its own
 * release into the scope already: only the pauses between attempts can be interrupted.
 */
export const waiting = Effect.fnUntraced(function* <E, R>(options: {
  readonly path: string
  readonly request: LockRequest
  readonly attempt: Effect.Effect<void, E | Taken, R>
  readonly holder: Effect.Effect<LockHolder | undefined>
}) {
  const started = yield* Clock.currentTimeMillis
  const waited = Effect.map(Clock.currentTimeMillis, (now) => now - started)
  const wait = options.request.wait
  const mayWait = (error: E | Taken) =>
    error instanceof Taken
      ? Effect.map(waited, (millis) => millis < Duration.toMillis(wait))
      : Effect.succeed(false)
  const outcome = Effect.retry(options.attempt, { schedule: every(wait), while: mayWait })
  return yield* Effect.catchIf(
    outcome,
    (error): error is Taken => error instanceof Taken,
    () =>
      Effect.gen(function* () {
        const holder = yield* options.holder
        return yield* new LockBusy({
          path: options.path,
          waitedMillis: yield* waited,
          ...(holder === undefined ? {} : { holder })
        })
      })
  )
})
