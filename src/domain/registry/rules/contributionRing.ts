import { quoteAll } from "../../capability/raw.ts"
import type { RingRule } from "../SetRule.ts"

/** Asks that contributions at one point do not wait for each other's artefacts in a ring. Source: manifest facts 4. */
export const contributionRing: RingRule = {
  kind: "ring",
  id: "set.contributions-acyclic",
  severity: "error",
  asks: "No contributions at one point wait for each other's artefacts in a ring",
  source: "manifest facts 4",
  over: "contributions",
  finding: (pointer, members) => ({
    pointer,
    message: `Its contributions and those of others wait for each other in a ring: ${quoteAll(members)}`,
    hint: "Take one of the inputs out, or move it to a later point"
  })
}
