import type { ConfigEntry } from "../capability/schema/config.ts"
import type { LoopMember, LoopRegistry } from "../loop/view.ts"

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
  member: Pick<LoopMember, "manifest"> | undefined
): ReadonlyMap<string, FederatedKey> =>
  new Map(
    Object.entries(member?.manifest.config ?? {}).map(([key, entry]) => [key, { key, owner, entry }] as const)
  )

/** Keys that loaded capabilities contribute, by key; each has one owner. Linear in the manifests. */
export const federatedKeys = (registry: Pick<LoopRegistry, "members">): ReadonlyMap<string, FederatedKey> => {
  const keys = new Map<string, FederatedKey>()
  for (const [owner, { manifest }] of registry.members)
    for (const [key, entry] of Object.entries(manifest.config ?? {})) keys.set(key, { key, owner, entry })
  return keys
}
