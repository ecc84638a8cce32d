import { shown } from "../text/escape.ts"
import type { NotOffered, Offer } from "./offer.ts"

/** An offer without its agents, each named with the reason: who said yes to the capability was not shown them. */
export const withoutUnshownAgents = (offer: Offer): Offer => {
  const reason = shown`was not shown when its capability was consented to; \`gsd capability update ${offer.id}\` shows it and asks`
  return {
    ...offer,
    agents: [],
    notOffered: [
      ...offer.notOffered,
      ...offer.agents.map(({ stem }): NotOffered => ({ kind: "agent", name: stem, reason }))
    ]
  }
}
