import type { ClaimRule } from "../SetRule.ts"

/** Asks that a lane has a section of its own. Source: seed 000, reviewer body. */
export const laneSectionOnce: ClaimRule = {
  kind: "claim",
  id: "set.lane-section",
  severity: "error",
  asks: "Each lane has a section of REVIEWS.md of its own",
  source: "seed 000, reviewer body",
  what: "section of REVIEWS.md",
  compares: "equal",
  claims: (facts) => (facts.lane === undefined ? [] : [facts.lane.section])
}
