import * as Effect from "effect/Effect"
import { hasUnshownAgents } from "../../domain/consent/agents.ts"
import { findRecord, type ConsentState } from "../../domain/consent/record.ts"
import { scopeKey } from "../../domain/paths.ts"
import type { RegistryMember } from "../../domain/registry/Registry.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import type { Standing } from "./members.ts"

const nobody: ConsentState = new Map()

/**
 * Ids of members whose agents nobody was shown before saying yes. Members are those that `projectedMembers` gives for the
 * scope; what the product brings along has no record and is none of them.
 */
export const unshownAgentsOf = Effect.fn("projection.unshownAgents")(function* (
  { consent, ledger, scope }: Pick<Standing, "consent" | "ledger" | "scope">,
  members: ReadonlyArray<RegistryMember>
) {
  const consents = yield* ConsentStore
  const records = consent ?? (yield* Effect.orElseSucceed(consents.read, () => nobody))
  const isUnshown = ({ contentHash, id, manifest }: RegistryMember): boolean => {
    const digest = ledger.entries.get(id)?.consentDigest ?? ""
    const hasAgents = contentHash !== undefined && manifest.role === "feature" && manifest.agents.length > 0
    return hasUnshownAgents(hasAgents, findRecord(records, { scope: scopeKey(scope), id, digest }))
  }
  return new Set(members.filter(isUnshown).map(({ id }) => id))
})
