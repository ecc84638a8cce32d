import * as Effect from "effect/Effect"
import { hasUnshownAgents } from "../../domain/consent/agents.ts"
import { findRecord } from "../../domain/consent/record.ts"
import { scopeKey } from "../../domain/paths.ts"
import type { Offer } from "../../domain/projection/offer.ts"
import { withoutUnshownAgents } from "../../domain/projection/unshownAgents.ts"
import type { RegistryMember } from "../../domain/registry/Registry.ts"
import type { Standing } from "./sorted.ts"

/**
 * Offers without the agents that nobody was shown before saying yes. Members are those that `projectedMembers` gives for
 * the scope, whose offers these are; what the product brings along needs no yes.
 */
export const shownOffers = Effect.fn("projection.shownOffers")(function* (
  { consent, ledger, scope }: Pick<Standing, "consent" | "ledger" | "scope">,
  members: ReadonlyArray<RegistryMember>,
  offers: ReadonlyArray<Offer>
) {
  const isUnshown = ({ contentHash, id }: RegistryMember): boolean => {
    const digest = ledger.entries.get(id)?.consentDigest ?? ""
    const record = findRecord(consent, { scope: scopeKey(scope), id, digest })
    return hasUnshownAgents(contentHash !== undefined, record)
  }
  const unshown = new Set(members.filter(isUnshown).map(({ id }) => id))
  return offers.map((offer) => (unshown.has(offer.id) ? withoutUnshownAgents(offer) : offer))
})
