import type { Rule } from "../Candidate.ts"
import { own } from "../raw.ts"

/** Asks that a default effort has a key that can change it. Source: manifest facts 6. */
export const laneEffort: Rule = {
  id: "reviewer.default-effort",
  severity: "error",
  asks: "`defaultEffort` needs an `effortConfigKey`",
  source: "manifest facts 6",
  judge: ({ root }) => {
    const lane = own(root, "reviewer")
    const level = own(lane, "defaultEffort")
    const key = own(lane, "effortConfigKey")
    if (typeof level !== "string" || (key !== undefined && key !== null)) return []
    return [
      {
        pointer: "/reviewer/defaultEffort",
        message: "`defaultEffort` needs an `effortConfigKey`",
        hint: "Add the configuration key that overrides it, or set the default to null"
      }
    ]
  }
}
