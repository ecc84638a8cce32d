import { describe, it } from "@effect/vitest"
import { leavesEnds } from "../../faults/ends.ts"
import { allWalks } from "../../faults/walks.ts"

describe("power loss, exhaustively", () => {
  it.effect.each(allWalks)(
    "leaves %s before or after, whatever part of a directory's names is lost",
    (walk) => leavesEnds(walk, "prefixes")
  )

  it.effect.each(["update, wired", "remove, in a project", "update, from a registry"] as const)(
    "leaves %s before or after, in whatever order names and sectors reached the disk",
    (walk) => leavesEnds(walk, { seed: 2, images: 3 })
  )
})
