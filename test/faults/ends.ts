import * as Effect from "effect/Effect"
import type { Sampling } from "../../src/layers/disk/memory/sampled.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { everyCrash } from "../../src/layers/fault/everyCrash.ts"
import { nextCommand, proveReport, proveTree, reportedOn, treeOf, type Ends } from "./invariants.ts"
import { once } from "./once.ts"
import { diskBefore, runWalk, type Walk } from "./walks.ts"

/** The disk before a walk, and both states that a strike may leave. */
export const endsOf = Effect.fnUntraced(function* (walk: Walk) {
  const start = yield* diskBefore(walk)
  const done = start.copy()
  yield* runWalk(done, walk)
  const ends: Ends = {
    trees: [treeOf(start), treeOf(done)],
    reports: [yield* reportedOn(start.copy()), yield* reportedOn(done.copy())]
  }
  return { start, ends }
})

/** I1 and I8 before repair, I2 after the next command repaired. */
export const proveEnds = Effect.fnUntraced(function* (disk: MemoryDisk, ends: Ends) {
  yield* proveReport(disk, ends)
  yield* nextCommand(disk)
  proveTree(disk, ends)
})

/** I1, I2 and I8 on disks of which nothing but fsync binds the order, drawn at random. */
export const leavesEndsInAnyOrder = Effect.fnUntraced(function* (walk: Walk, patterns: Sampling) {
  const { start, ends } = yield* endsOf(walk)
  const proveOnce = once()
  yield* everyCrash(
    (disk) => runWalk(disk, walk),
    ({ disk }) => proveOnce(disk, proveEnds(disk, ends)),
    { start, patterns }
  )
})
