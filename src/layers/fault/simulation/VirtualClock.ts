import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Turns } from "./Turns.ts"

interface Sleeper {
  readonly program: string
  readonly until: number
  readonly wake: () => void
}

/** Time that passes only when nobody has anything to do. */
export interface VirtualTime {
  /** The same time for every program; whoever wakes waits for a turn. */
  readonly clockOf: (program: string) => Clock.Clock
  /** Moves on to the next who sleeps; false when nobody does. */
  readonly wakeNext: () => boolean
}

/** Milliseconds since 1970 at the start: a day in 2026, so that no date looks odd. */
const start = 1_780_000_000_000

const nanosPerMilli = 1_000_000n

/** Time of one simulation. */
export const makeVirtualTime = (turns: Turns): VirtualTime => {
  const sleepers = new Set<Sleeper>()
  let now = start

  const sleep = (program: string, duration: Duration.Duration): Effect.Effect<void> =>
    Effect.callback<void>((resume) => {
      const wake = () => turns.add(program, () => resume(Effect.void))
      const sleeper = { program, until: now + Duration.toMillis(duration), wake }
      sleepers.add(sleeper)
      return Effect.sync(() => sleepers.delete(sleeper))
    })

  const nanos = (): bigint => BigInt(Math.floor(now)) * nanosPerMilli

  const clockOf = (program: string): Clock.Clock => ({
    currentTimeMillisUnsafe: () => Math.floor(now),
    currentTimeMillis: Effect.sync(() => Math.floor(now)),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) => sleep(program, duration)
  })

  const wakeNext = (): boolean => {
    let first: Sleeper | undefined
    for (const one of sleepers) if (first === undefined || one.until < first.until) first = one
    if (first === undefined || first.until === Number.POSITIVE_INFINITY) return false
    now = Math.max(now, first.until)
    sleepers.delete(first)
    first.wake()
    return true
  }

  return { clockOf, wakeNext }
}
