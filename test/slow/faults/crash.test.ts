import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { everyCrash } from "../../../src/layers/fault/everyCrash.ts"
import { endsOf, proveEnds } from "../../faults/ends.ts"
import { once } from "../../faults/once.ts"
import { allWalks, runWalk } from "../../faults/walks.ts"

describe("power loss, exhaustively", () => {
  it.effect.each(allWalks)(
    "leaves %s before or after, whatever part of a directory's names is lost",
    (walk) =>
      Effect.gen(function* () {
        const { start, ends } = yield* endsOf(walk)
        const proveOnce = once()
        yield* everyCrash({
          start,
          program: (disk) => runWalk(disk, walk),
          prove: ({ disk }) => proveOnce(disk, proveEnds(disk, ends)),
          patterns: "prefixes"
        })
      })
  )
})
