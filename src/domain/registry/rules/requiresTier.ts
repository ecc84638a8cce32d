import { quote } from "../../capability/raw.ts"
import { tiers } from "../../capability/vocabulary.ts"
import type { PairRule } from "../SetRule.ts"

/** Asks that a capability requires none of a higher tier than its own. Source: seed 000, invariants. */
export const requiresTier: PairRule = {
  kind: "pair",
  id: "set.requires-tier",
  severity: "error",
  asks: "A capability requires none of a higher tier than its own",
  source: "seed 000, invariants",
  judge: (facts, required, { pointer }) =>
    tiers.indexOf(required.tier) <= tiers.indexOf(facts.tier)
      ? []
      : [
          {
            pointer,
            message: `A ${facts.tier} capability requires ${quote(required.id)}, which is ${required.tier}`,
            hint: `Make this one ${required.tier}, or do without ${quote(required.id)}`
          }
        ]
}
