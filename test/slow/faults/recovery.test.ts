import { describe, it } from "@effect/vitest"
import { recoversInterrupted } from "../../faults/interrupted.ts"
import { recoveryWalks } from "../../faults/walks.ts"

describe("recovery that is interrupted", () => {
  it.effect.each(recoveryWalks)("anywhere in %s ends the same", (walk) =>
    recoversInterrupted(walk, () => true)
  )
})
