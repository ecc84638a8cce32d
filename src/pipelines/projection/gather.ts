import * as Effect from "effect/Effect"
import type { NotOffered, Offer } from "../../domain/projection/offer.ts"
import type { FeatureManifest } from "../../domain/capability/schema/feature.ts"
import type { RegistryMember } from "../../domain/registry/Registry.ts"
import type { CapabilityFiles } from "../../services/CapabilityFiles.ts"
import type { GsdHome } from "../../services/GsdHome.ts"
import type { Store } from "../../services/Store.ts"
import { openFirstParty, openStaged, openStored, type OpenBundle, type StagedBundle } from "./bundle.ts"
import { offerOf, type Offering } from "./offers.ts"

const open = (
  { contentHash, id }: RegistryMember,
  staged: StagedBundle | undefined
): Effect.Effect<OpenBundle, string, CapabilityFiles | GsdHome | Store> => {
  if (contentHash === undefined) return openFirstParty(id)
  return staged !== undefined && staged.id === id && staged.contentHash === contentHash
    ? openStaged(staged)
    : openStored(contentHash)
}

/** What a capability would bring if its bundle could be opened. */
const closed = ({ id, manifest }: Offering, reason: string): Offer => {
  const names = [
    ...manifest.skills.map((name): NotOffered => ({ kind: "skill", name, reason })),
    ...manifest.agents.map((name): NotOffered => ({ kind: "agent", name, reason })),
    ...(manifest.hooks ?? []).map(({ event }): NotOffered => ({ kind: "hook", name: event, reason }))
  ]
  const { runtimeCompat, tier, version } = manifest
  const nothing = { skills: [], agents: [], hooks: [], servers: [] }
  return { id, version, tier, runtimeCompat, ...nothing, notOffered: names }
}

const isFeature = (manifest: RegistryMember["manifest"]): manifest is FeatureManifest =>
  manifest.role === "feature"

/** How many bundles are read at a time. */
const concurrency = 4

/** Offers of all features among the members, in their order. Never fails: what cannot be read is named with the reason. */
export const offersOf = Effect.fn("projection.offers")(function* (
  members: ReadonlyArray<RegistryMember>,
  staged: StagedBundle | undefined
) {
  const features = members.flatMap((member) =>
    isFeature(member.manifest) ? [{ member, offering: { id: member.id, manifest: member.manifest } }] : []
  )
  return yield* Effect.forEach(
    features,
    ({ member, offering }) =>
      open(member, staged).pipe(
        Effect.flatMap((bundle) => offerOf(offering, bundle)),
        Effect.catch((reason: string) => Effect.succeed(closed(offering, reason)))
      ),
    { concurrency }
  )
})
