import type { ClaimRule } from "../SetRule.ts"

/** Asks that a configuration key has one owner and no key above or below it. Source: seed 000, invariants; decisions 11. */
export const configOwner: ClaimRule = {
  kind: "claim",
  id: "set.config-key",
  severity: "error",
  asks: "Each configuration key belongs to one capability, and none stands above another",
  source: "seed 000, invariants; decisions 11",
  what: "configuration key",
  compares: "dotted",
  claims: (facts) => facts.configKeys
}
