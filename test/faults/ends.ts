import * as Effect from "effect/Effect"
import type { LossPatterns } from "../../src/layers/disk/memory/losses.ts"
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

/** I1, I2 and I8 on the disks that a crash at any step of a walk can leave, of the losses asked for. */
export const leavesEnds = Effect.fnUntraced(function* (walk: Walk, patterns: LossPatterns) {
  const { start, ends } = yield* endsOf(walk)
  const proveOnce = once()
  yield* everyCrash(
    (disk) => runWalk(disk, walk),
    ({ disk }) => proveOnce(disk, proveEnds(disk, ends)),
    { start, patterns }
  )
})
