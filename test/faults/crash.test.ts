import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { everyCrash } from "../../src/layers/fault/everyCrash.ts"
import { formatPoints, methodsWithoutPoint } from "../../src/layers/fault/points.ts"
import { nextCommand, proveReport, proveTree, reportedOn, treeOf, type Ends } from "./invariants.ts"
import { diskBefore, runWalk, walks, type Walk } from "./walks.ts"

const endsOf = Effect.fnUntraced(function* (walk: Walk) {
  const start = yield* diskBefore(walk)
  const done = start.copy()
  yield* runWalk(done, walk)
  const ends: Ends = {
    trees: [treeOf(start), treeOf(done)],
    reports: [yield* reportedOn(start.copy()), yield* reportedOn(done.copy())]
  }
  return { start, ends }
})

describe("crash", () => {
  it.effect.each(walks)("leaves %s before or after, never between", (walk) =>
    Effect.gen(function* () {
      const { start, ends } = yield* endsOf(walk)
      const points = yield* everyCrash({
        start,
        program: (disk) => runWalk(disk, walk),
        prove: ({ disk }) =>
          Effect.gen(function* () {
            yield* proveReport(disk, ends)
            yield* nextCommand(disk)
            proveTree(disk, ends)
          })
      })
      console.log(walk, "\n" + formatPoints(points))
    })
  , 120000)
})
