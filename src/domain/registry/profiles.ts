import { tiers } from "../capability/vocabulary.ts"
import type { Registry, RegistryMember } from "./Registry.ts"

/** Install profiles, each a superset of the one before; they bear the names of the tiers. Source: seed 000, envelope. */
export const profiles = tiers

/** One of the install profiles. */
export type Profile = (typeof profiles)[number]

/** The members of a profile: those of its tier and of lower ones, and whatever these require. */
const closureOf = (members: ReadonlyMap<string, RegistryMember>, profile: Profile): ReadonlySet<string> => {
  const rank = profiles.indexOf(profile)
  const chosen = new Set<string>()
  const pending = [...members.values()]
    .filter(({ manifest }) => tiers.indexOf(manifest.tier) <= rank)
    .map(({ id }) => id)
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (chosen.has(id)) continue
    chosen.add(id)
    pending.push(...(members.get(id)?.manifest.requires ?? []).filter((one) => members.has(one)))
  }
  return chosen
}

/** Ids of the capabilities of each profile, ascending. Linear. */
export const profilesOf = ({ members }: Registry): ReadonlyMap<Profile, ReadonlyArray<string>> =>
  new Map(profiles.map((profile) => [profile, [...closureOf(members, profile)].toSorted()]))

/**
 * Skills by cluster: each capability that owns skills is a cluster of its own name with all of them, ascending. Names
 * have no meaning beyond that, so an overlay may be called like any topic. Source: seed 000; manifest facts 7.
 */
export const clustersOf = ({ members }: Registry): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    [...members.values()].flatMap(({ id, manifest }) =>
      manifest.role === "feature" && manifest.skills.length > 0
        ? [[id, manifest.skills.toSorted()] as const]
        : []
    )
  )
