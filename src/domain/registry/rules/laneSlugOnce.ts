import type { ClaimRule } from "../SetRule.ts"

/** Asks that a lane's slug stands once in a set. Source: seed 000, reviewer body. */
export const laneSlugOnce: ClaimRule = {
  kind: "claim",
  id: "set.lane-slug",
  severity: "error",
  asks: "Each lane has a slug of its own",
  source: "seed 000, reviewer body",
  what: "lane slug",
  compares: "equal",
  claims: (facts) => (facts.lane === undefined ? [] : [facts.lane.slug])
}
