import type { ClaimRule } from "../SetRule.ts"

/** Asks that an id stands once in a set. Source: seed 000, invariants. */
export const idOnce: ClaimRule = {
  kind: "claim",
  id: "set.id",
  severity: "error",
  asks: "No two capabilities of a set have the same id",
  source: "seed 000, invariants",
  what: "id",
  isIdentity: true,
  compares: "equal",
  claims: (facts) => [{ name: facts.id, pointer: "/id" }]
}
