import { describe, it } from "@effect/vitest"
import { recoversInterrupted } from "../../../faults/interrupted.ts"
import { recoveryWalks } from "../../../faults/walks.ts"

describe("recovery of a command in a project, interrupted", () => {
  it.effect.each(recoveryWalks.inProjects)("anywhere in %s ends the same", (walk) =>
    recoversInterrupted(walk, () => true)
  )
})
