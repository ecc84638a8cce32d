import type { ClaimRule } from "../SetRule.ts"

/** Asks that a skill has one owner. Source: seed 000, invariants. */
export const skillOwner: ClaimRule = {
  kind: "claim",
  id: "set.skill",
  severity: "error",
  asks: "Each skill belongs to one capability",
  source: "seed 000, invariants",
  what: "skill",
  compares: "equal",
  claims: (facts) => facts.skills
}
