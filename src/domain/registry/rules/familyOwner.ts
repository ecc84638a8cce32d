import type { ClaimRule } from "../SetRule.ts"

/** Asks that a command family has one owner. Source: manifest facts 7. */
export const familyOwner: ClaimRule = {
  kind: "claim",
  id: "set.command-family",
  severity: "error",
  asks: "Each command family belongs to one capability",
  source: "manifest facts 7",
  what: "command family",
  compares: "equal",
  claims: (facts) => facts.families
}
