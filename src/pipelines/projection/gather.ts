import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type { NotOffered, Offer } from "../../domain/projection/offer.ts"
import type { FeatureManifest } from "../../domain/capability/schema/feature.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { RegistryMember } from "../../domain/registry/Registry.ts"
import type { CapabilityFiles } from "../../services/CapabilityFiles.ts"
import type { GsdHome } from "../../services/GsdHome.ts"
import type { Store } from "../../services/Store.ts"
import {
  openFirstParty,
  openStaged,
  openStored,
  type Failed,
  type OpenBundle,
  type StagedBundle,
  type Trouble
} from "./bundle.ts"
import { offerOf, type Offering } from "./offers.ts"

const open = (
  { contentHash, id }: RegistryMember,
  staged: StagedBundle | undefined,
  failed: Failed
): Effect.Effect<OpenBundle, string, CapabilityFiles | GsdHome | Store> => {
  if (contentHash === undefined) return openFirstParty(id, failed)
  return staged !== undefined && staged.id === id && staged.contentHash === contentHash
    ? openStaged(staged, failed)
    : openStored(contentHash, failed)
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

/** What capabilities bring, and of which of them nobody can tell at the moment. */
export interface Gathered {
  readonly offers: ReadonlyArray<Offer>
  readonly troubles: ReadonlyMap<string, Trouble>
}

/** What is at hand of capabilities beside what is installed. */
export interface AtHand {
  readonly staged?: StagedBundle
  /** Manifests as they were read, by content hash. */
  readonly raws: ReadonlyMap<string, JsonValue>
}

const gather = Effect.fnUntraced(function* (
  { member, offering }: { readonly member: RegistryMember; readonly offering: Offering },
  staged: StagedBundle | undefined
) {
  const failed = yield* Ref.make<Trouble | undefined>(undefined)
  const offer = yield* open(member, staged, failed).pipe(
    Effect.flatMap((bundle) => offerOf(offering, bundle)),
    Effect.catch((reason: string) => Effect.succeed(closed(offering, reason)))
  )
  const trouble = yield* Ref.get(failed)
  return { offer: trouble === undefined ? offer : closed(offering, trouble.message), trouble }
})

/**
 * Offers of all features among the members, in their order. Never fails: what cannot be offered is named with the reason,
 * and a capability whose files cannot be read at the moment offers nothing.
 */
export const offersOf = Effect.fn("projection.offers")(function* (
  members: ReadonlyArray<RegistryMember>,
  { raws, staged }: AtHand
) {
  const features = members.flatMap((member) => {
    const { contentHash = "", id, manifest } = member
    if (!isFeature(manifest)) return []
    const raw = raws.get(contentHash)
    return [{ member, offering: { id, manifest, ...(raw === undefined ? {} : { raw }) } }]
  })
  const gathered = yield* Effect.forEach(features, (feature) => gather(feature, staged), { concurrency })
  return {
    offers: gathered.map(({ offer }) => offer),
    troubles: new Map(
      gathered.flatMap(({ offer, trouble }) => (trouble === undefined ? [] : [[offer.id, trouble] as const]))
    )
  } satisfies Gathered
})
