import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { everyCrash } from "../../../src/layers/fault/everyCrash.ts"
import { endsOf, proveEnds } from "../../faults/ends.ts"
import { everyFault, failing } from "../../faults/everyFault.ts"
import { recoversInterrupted } from "../../faults/interrupted.ts"
import { once } from "../../faults/once.ts"
import { hostWalks, runWalk } from "../../faults/walks.ts"

describe("hosts that are given something", () => {
  it.effect.each(hostWalks)(
    "stand before or after %s, whatever part of a directory's names is lost",
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

  it.effect.each(hostWalks)("stand before or after %s at whatever call the disk fails", (walk) =>
    everyFault(walk, [failing])
  )

  it.effect("are recovered the same when recovery of an apply is interrupted anywhere", () =>
    recoversInterrupted("apply, with hosts", (step) => step % 6 === 1)
  )
})
