import type { IndexPlan } from "./build.ts"
import type { RegistryKey } from "./key.ts"
import type { IndexReport } from "./reports.ts"

/** What is told of an index that was written. */
export const indexReport = (directory: string, plan: IndexPlan, key: RegistryKey): IndexReport => ({
  name: plan.root.name,
  directory,
  version: plan.root.version,
  expires: plan.root.expires,
  publicKey: key.publicKey,
  capabilities: plan.indexes.map(({ id, versions }) => ({
    id,
    latest: plan.root.capabilities.get(id)?.latest ?? null,
    versions: [...versions.keys()],
    yanked: [...versions].flatMap(([version, entry]) => (entry.yanked === true ? [version] : []))
  })),
  added: plan.added,
  dropped: plan.dropped
})
