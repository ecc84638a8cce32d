import { describe, it } from "@effect/vitest"
import { leavesEnds } from "../../faults/ends.ts"
import { everyFault, failing } from "../../faults/everyFault.ts"
import { recoversInterrupted } from "../../faults/interrupted.ts"
import { hostWalks } from "../../faults/walks.ts"

describe("hosts that are given something", () => {
  it.effect.each(hostWalks)(
    "stand before or after %s, whatever part of a directory's names is lost",
    (walk) => leavesEnds(walk, "prefixes")
  )

  it.effect.each(hostWalks)("stand before or after %s at whatever call the disk fails", (walk) =>
    everyFault(walk, [failing])
  )

  it.effect("are recovered the same when recovery of an apply is interrupted anywhere", () =>
    recoversInterrupted("apply, with hosts", (step) => step % 6 === 1)
  )
})
