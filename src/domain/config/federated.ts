import type { ConfigEntry } from "../capability/schema/config.ts"
import type { Registry } from "../registry/Registry.ts"

/** A key that some loaded capability contributes. */
export interface FederatedKey {
  readonly key: string
  /** Id of the capability. */
  readonly owner: string
  readonly entry: ConfigEntry
}

/** Keys that loaded capabilities contribute, by key; each has one owner. Linear in the manifests. */
export const federatedKeys = (registry: Pick<Registry, "members">): ReadonlyMap<string, FederatedKey> => {
  const keys = new Map<string, FederatedKey>()
  for (const [owner, { manifest }] of registry.members)
    for (const [key, entry] of Object.entries(manifest.config ?? {})) keys.set(key, { key, owner, entry })
  return keys
}
