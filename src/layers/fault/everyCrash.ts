import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import type { LossPatterns } from "../disk/memory/losses.ts"
import { make, type MemoryDisk } from "../disk/MemoryDisk.ts"
import { proveAt } from "./PointFailed.ts"
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
  /** The point's own: recovery may run on it. */
  readonly disk: MemoryDisk
}

/** Where crashes happen, and what they leave. */
export interface CrashOptions {
  /** The disk before, of which every run gets a copy; empty when left out. */
  readonly start?: MemoryDisk
  readonly patterns?: LossPatterns
  /** Which steps to crash at; omitted: all. */
  readonly at?: (step: number) => boolean
  /** The one point that a failure named, such as `12: names kept, bytes torn`; omitted: all. */
  readonly seed?: string
}

/** The same chance in every run, so that a seed names the same point again. */
const withSameChance = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Random.withSeed(program, "everyCrash")

/** Number of steps that the program takes without a crash. */
const stepsOf = Effect.fnUntraced(function* <A, E, R>(
  start: MemoryDisk,
  program: (disk: MemoryDisk) => Effect.Effect<A, E, R>
) {
  const disk = start.copy()
  yield* Effect.exit(withSameChance(program(disk)))
  return { steps: disk.steps(), used: disk.counts() }
})

const seedOf = (step: number, image: string): string => `${step}: ${image}`

const isChosen = ({ at, seed }: CrashOptions, step: number): boolean =>
  seed === undefined ? (at?.(step) ?? true) : seed.startsWith(seedOf(step, ""))

/**
 * Crashes before every step of the program that changes or fsyncs something, and once after the last, and proves the
 * invariant on every disk that each crash can leave: un-synced names and bytes kept, lost, torn or out of order. Dies
 * with PointFailed, which names step and loss; its seed runs that one disk again.
 *
 * A rename before the fsync of what it publishes does not survive:
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as FileSystem from "effect/FileSystem"
 * import { everyCrash, makeMemoryDisk } from "gsd-engine/testing"
 * import * as assert from "node:assert/strict"
 *
 * const save = Effect.gen(function* () {
 *   const fs = yield* FileSystem.FileSystem
 *   yield* fs.writeFileString("/d/new", "new")
 *   yield* fs.rename("/d/new", "/d/file")
 * })
 * const proof = everyCrash(
 *   (disk) => Effect.provide(save, disk.layer),
 *   ({ disk }) => Effect.sync(() => assert.ok(["old", "new"].includes(disk.text("/d/file") ?? ""))),
 *   { start: makeMemoryDisk({ files: { "/d/file": "old" } }) }
 * )
 * await assert.rejects(Effect.runPromise(proof), /bytes torn; run it again with seed "\d+: names/u)
 * ```
 */
export const everyCrash = Effect.fnUntraced(function* <A, E, R, E2, R2>(
  program: (disk: MemoryDisk) => Effect.Effect<A, E, R>,
  invariant: (point: CrashPoint<A, E>) => Effect.Effect<void, E2, R2>,
  options: CrashOptions = {}
): Effect.fn.Return<Points, never, R | R2> {
  const { patterns, seed, start = make() } = options
  const struck = new Map<string, Map<string, number>>()
  const { steps, used } = yield* stepsOf(start, program)
  for (let step = 1; step <= steps + 1; step += 1) {
    if (!isChosen(options, step)) continue
    const disk = start.copy()
    disk.powerOffAt(step)
    const exit = yield* Effect.exit(withSameChance(program(disk)))
    disk.powerOff()
    const lostAt = disk.lostAt()
    for (const { disk: left, name } of disk.crashImages(patterns)) {
      const point = {
        where: `crash before step ${step} (${lostAt ?? "the end"}): ${name}`,
        seed: seedOf(step, name)
      }
      if (seed !== undefined && seed !== point.seed) continue
      yield* proveAt(() => point)(invariant({ step, lostAt, exit, image: name, disk: left }))
      if (lostAt !== undefined) addPoint(struck, lostAt, "crash")
    }
  }
  return { used, struck }
})
