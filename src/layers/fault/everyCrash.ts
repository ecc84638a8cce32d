import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { LossPatterns } from "../disk/memory/losses.ts"
import type { MemoryDisk } from "../disk/MemoryDisk.ts"
import { proveAt } from "./everyCall.ts"
import { addPoint, type Points } from "./points.ts"

/** One disk found after one crash. */
export interface CrashPoint<A, E> {
  /** The step before which the power went, counted from 1. */
  readonly step: number
  /** The call that found it gone; undefined when the program had ended and the power went after it. */
  readonly lostAt: string | undefined
  /** How the program ended: with PowerLost, or as it would have without. */
  readonly exit: Exit.Exit<A, E>
  /** What was lost. */
  readonly image: string
  readonly disk: MemoryDisk
}

/** A program, and what must hold on every disk that a crash can leave. */
export interface EveryCrash<A, E, R, E2, R2> {
  /** The disk before; every run gets a copy of its own. */
  readonly start: MemoryDisk
  readonly program: (disk: MemoryDisk) => Effect.Effect<A, E, R>
  /** May change the disk it is given: runs recovery, compares snapshots. */
  readonly prove: (point: CrashPoint<A, E>) => Effect.Effect<void, E2, R2>
  readonly patterns?: LossPatterns
  /** Which steps to crash at; omitted: all. */
  readonly at?: (step: number) => boolean
}

/** Number of steps that the program takes without a crash. */
const stepsOf = Effect.fnUntraced(function* <A, E, R>(
  start: MemoryDisk,
  program: (disk: MemoryDisk) => Effect.Effect<A, E, R>
) {
  const disk = start.copy()
  yield* Effect.exit(program(disk))
  return { steps: disk.steps(), used: disk.counts() }
})

/**
 * Crashes before every step of the program, and once after the last, and proves on every disk that each
 * crash can leave. Dies with PointFailed, which names step and loss.
 */
export const everyCrash = Effect.fnUntraced(function* <A, E, R, E2, R2>(
  options: EveryCrash<A, E, R, E2, R2>
): Effect.fn.Return<Points, never, R | R2> {
  const struck = new Map<string, Map<string, number>>()
  const { steps, used } = yield* stepsOf(options.start, options.program)
  for (let step = 1; step <= steps + 1; step += 1) {
    if (options.at?.(step) === false) continue
    const disk = options.start.copy()
    disk.powerOffAt(step)
    const exit = yield* Effect.exit(options.program(disk))
    disk.powerOff()
    const lostAt = disk.lostAt()
    for (const image of disk.crashImages(options.patterns)) {
      const where = () => `crash before step ${step} (${lostAt ?? "the end"}): ${image.name}`
      yield* proveAt(where)(options.prove({ step, lostAt, exit, image: image.name, disk: image.disk }))
      if (lostAt !== undefined) addPoint(struck, lostAt, "crash")
    }
  }
  return { used, struck }
})
