import type { ClaimRule } from "../SetRule.ts"

/** Asks that an agent has one owner. Source: seed 000, invariants. */
export const agentOwner: ClaimRule = {
  kind: "claim",
  id: "set.agent",
  severity: "error",
  asks: "Each agent belongs to one capability",
  source: "seed 000, invariants",
  what: "agent",
  compares: "equal",
  claims: (facts) => facts.agents
}
