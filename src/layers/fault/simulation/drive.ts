import * as Effect from "effect/Effect"
import type { Turns } from "./Turns.ts"
import type { VirtualTime } from "./VirtualClock.ts"

/** Lets promises settle that nobody's turn waits for, such as one for a module that is loaded already. */
const settle: Effect.Effect<void> = Effect.callback((resume) => {
  const timer = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(timer))
})

/** For what the machine itself has to do, such as loading a module for the first time. */
const pause: Effect.Effect<void> = Effect.callback((resume) => {
  const timer = setTimeout(() => resume(Effect.void), 1)
  return Effect.sync(() => clearTimeout(timer))
})

/** Rounds in which nobody has anything to do before time passes. */
const quietRounds = 3

/** Rounds of a millisecond without anybody who sleeps or has something to do, after which nobody ever will. */
const stuckRounds = 1_500

/** Gives turns until all is done; false when nobody can go on and nobody sleeps. */
export const drive = Effect.fnUntraced(function* (turns: Turns, time: VirtualTime, isDone: () => boolean) {
  for (let quiet = 0; !isDone(); quiet += 1) {
    yield* quiet > quietRounds ? pause : settle
    if (turns.next()) quiet = 0
    else if (quiet >= quietRounds && time.wakeNext()) quiet = 0
    else if (quiet > stuckRounds) return false
  }
  return true
})
