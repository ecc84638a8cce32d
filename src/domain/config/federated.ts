import type { ConfigEntry } from "../capability/schema/config.ts"
import type { Registry, RegistryMember } from "../registry/Registry.ts"

/** A key that some loaded capability contributes. */
export interface FederatedKey {
  readonly key: string
  /** Id of the capability. */
  readonly owner: string
  readonly entry: ConfigEntry
}

/** Keys that one capability contributes, by key; none without a manifest. */
export const ownKeys = (
  owner: string,
  member: Pick<RegistryMember, "manifest"> | undefined
): ReadonlyMap<string, FederatedKey> =>
  new Map(
    Object.entries(member?.manifest.config ?? {}).map(([key, entry]) => [key, { key, owner, entry }] as const)
  )

/** Keys that loaded capabilities contribute, by key; each has one owner. Linear in the manifests. */
export const federatedKeys = (registry: Pick<Registry, "members">): ReadonlyMap<string, FederatedKey> =>
  new Map([...registry.members].flatMap(([owner, member]) => [...ownKeys(owner, member)]))
