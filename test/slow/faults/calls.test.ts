import { describe, it } from "@effect/vitest"
import { everyFault } from "../../faults/everyFault.ts"
import { allWalks } from "../../faults/walks.ts"

describe("a fault at any call of any walk", () => {
  it.effect.each(allWalks)("leaves %s before or after", (walk) => everyFault(walk))
})
