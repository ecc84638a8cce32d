import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** How long calls that are done at once may follow each other, in milliseconds. */
const turnMillis = 10

let begun = 0

/**
 * Lets timers, signals and other work in, when none were for a while. Many short fibers that never wait would hold the
 * process together, since each of them alone is over before it would be asked to yield.
 */
export const letIn: Effect.Effect<void> = Effect.flatMap(Clock.currentTimeMillis, (now) => {
  if (Math.abs(now - begun) < turnMillis) return Effect.void
  begun = now
  return Effect.yieldNow
})
