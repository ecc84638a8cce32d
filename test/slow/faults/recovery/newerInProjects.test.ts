import { describe, it } from "@effect/vitest"
import { recoversInterrupted } from "../../../faults/interrupted.ts"
import { recoveryWalks } from "../../../faults/walks.ts"

describe("recovery of what makes a project's capabilities newer, interrupted", () => {
  it.effect.each(recoveryWalks.newerInProjects)("anywhere in %s ends the same", (walk) =>
    recoversInterrupted(walk, () => true)
  )
})
