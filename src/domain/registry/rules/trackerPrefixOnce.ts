import type { ClaimRule } from "../SetRule.ts"

/** Asks that a tracker prefix has one owner. Source: seed 000, invariants. */
export const trackerPrefixOnce: ClaimRule = {
  kind: "claim",
  id: "set.tracker-prefix",
  severity: "error",
  asks: "Each tracker prefix belongs to one capability",
  source: "seed 000, invariants",
  what: "tracker prefix",
  compares: "equal",
  claims: (facts) => (facts.trackerPrefix === undefined ? [] : [facts.trackerPrefix])
}
