import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { everyCrash } from "../../../src/layers/fault/everyCrash.ts"
import { endsOf, leavesEndsInAnyOrder, proveEnds } from "../../faults/ends.ts"
import { once } from "../../faults/once.ts"
import { allWalks, runWalk } from "../../faults/walks.ts"

describe("power loss, exhaustively", () => {
  it.effect.each(allWalks)(
    "leaves %s before or after, whatever part of a directory's names is lost",
    (walk) =>
      Effect.gen(function* () {
        const { start, ends } = yield* endsOf(walk)
        const proveOnce = once()
        yield* everyCrash(
          (disk) => runWalk(disk, walk),
          ({ disk }) => proveOnce(disk, proveEnds(disk, ends)),
          { start, patterns: "prefixes" }
        )
      })
  )

  it.effect.each(["update, wired", "remove, in a project", "update, from a registry"] as const)(
    "leaves %s before or after, in whatever order names and sectors reached the disk",
    (walk) => leavesEndsInAnyOrder(walk, { seed: 2, images: 3 })
  )
})
