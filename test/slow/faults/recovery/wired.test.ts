import { describe, it } from "@effect/vitest"
import { recoversInterrupted } from "../../../faults/interrupted.ts"
import { recoveryWalks } from "../../../faults/walks.ts"

describe("recovery of a command that edits settings files, interrupted", () => {
  it.effect.each(recoveryWalks.wired)("anywhere in %s ends the same", (walk) =>
    recoversInterrupted(walk, () => true)
  )
})
