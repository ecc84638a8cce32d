import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { everyCrash } from "../../src/layers/fault/everyCrash.ts"
import { endsOf, leavesEnds, proveEnds } from "./ends.ts"
import { recoversInterrupted } from "./interrupted.ts"
import { once } from "./once.ts"
import { changingMethods, strikesOf } from "./points.ts"
import { runWalk, walks } from "./walks.ts"

describe("power loss", () => {
  it.effect.each(walks)("leaves %s before or after, whatever un-synced bytes and names are lost", (walk) =>
    Effect.gen(function* () {
      const { start, ends } = yield* endsOf(walk)
      const proveOnce = once()
      const points = yield* everyCrash(
        (disk) => runWalk(disk, walk),
        ({ disk }) => proveOnce(disk, proveEnds(disk, ends)),
        { start }
      )
      assert.deepStrictEqual(strikesOf(points, "crash", changingMethods), [])
    })
  )

  it.effect("leaves install before or after, in whatever order names and sectors reached the disk", () =>
    leavesEnds("install", { seed: 1, images: 2 })
  )

  it.effect.each(walks)(
    "recovers %s the same when recovery is interrupted anywhere (a thirtieth of the steps)",
    (walk) => recoversInterrupted(walk, (step) => step % 30 === 3)
  )
})
