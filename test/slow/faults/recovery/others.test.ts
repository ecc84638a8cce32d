import { describe, it } from "@effect/vitest"
import { recoversInterrupted } from "../../../faults/interrupted.ts"
import { recoveryWalks } from "../../../faults/walks.ts"

describe("recovery of other commands and sources, interrupted", () => {
  it.effect.each(recoveryWalks.others)("anywhere in %s ends the same", (walk) =>
    recoversInterrupted(walk, () => true)
  )
})
