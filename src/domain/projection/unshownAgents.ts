import { agentsNotShown } from "../consent/agents.ts"
import type { NotOffered, Offer } from "./offer.ts"

/** An offer without its agents, each named with the reason: nobody has said yes to them yet. */
export const withoutUnshownAgents = (offer: Offer): Offer => ({
  ...offer,
  agents: [],
  notOffered: [
    ...offer.notOffered,
    ...offer.agents.map(({ stem }): NotOffered => ({
      kind: "agent",
      name: stem,
      reason: `${agentsNotShown.replace(/^its agents were/u, "was")}; \`gsd capability update ${offer.id}\` shows it and asks`
    }))
  ]
})
