import { quoteAll } from "../../capability/raw.ts"
import type { RingRule } from "../SetRule.ts"

/** Asks that capabilities do not require each other in a ring. Source: seed 000, invariants. */
export const requiresRing: RingRule = {
  kind: "ring",
  id: "set.requires-acyclic",
  severity: "error",
  asks: "No capabilities require each other in a ring",
  source: "seed 000, invariants",
  over: "requires",
  finding: (pointer, members) => ({
    pointer,
    message: `Capabilities require each other in a ring: ${quoteAll(members)}`,
    hint: "Take one of them out of the `requires` of another"
  })
}
