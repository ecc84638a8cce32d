import type { ClaimRule } from "../SetRule.ts"

/** Asks that a flag selects one lane. Source: seed 000, reviewer body. */
export const laneFlagOnce: ClaimRule = {
  kind: "claim",
  id: "set.lane-flag",
  severity: "error",
  asks: "Each flag selects one lane",
  source: "seed 000, reviewer body",
  what: "lane flag",
  compares: "equal",
  claims: (facts) => facts.lane?.flags ?? []
}
