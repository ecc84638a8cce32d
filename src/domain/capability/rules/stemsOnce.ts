import type { Finding, Rule } from "../Candidate.ts"
import { itemsOf, own, pointerOf, quote } from "../raw.ts"

const lists = [
  ["skills", "skill"],
  ["agents", "agent"]
] as const

/** Refuses a skill or an agent that is listed twice. Source: seed 000, invariants. */
export const stemsOnce: Rule = {
  id: "stems.once",
  severity: "error",
  asks: "Each skill and each agent is listed once",
  source: "seed 000, invariants",
  judge: ({ root }) =>
    lists.flatMap(([list, what]) => {
      const seen = new Set<string>()
      return itemsOf(own(root, list)).flatMap((stem, index): ReadonlyArray<Finding> => {
        if (typeof stem !== "string") return []
        if (!seen.has(stem)) {
          seen.add(stem)
          return []
        }
        const message = `The ${what} ${quote(stem)} is listed twice`
        return [{ pointer: pointerOf(list, index), message, hint: "Keep one of the two" }]
      })
    })
}
