import { quoteAll } from "../../capability/raw.ts"
import type { RingRule } from "../SetRule.ts"

/** Asks that steps at one point do not wait for each other's artefacts in a ring. Source: manifest facts 4. */
export const stepRing: RingRule = {
  kind: "ring",
  id: "set.steps-acyclic",
  severity: "error",
  asks: "No steps at one point wait for each other's artefacts in a ring",
  source: "manifest facts 4",
  over: "steps",
  finding: (pointer, members) => ({
    pointer,
    message: `Its steps and those of others wait for each other in a ring: ${quoteAll(members)}`,
    hint: "Take one of the inputs out, or move it to a later point"
  })
}
