import { whyNotTrue, type ValueOf } from "../loop/switch.ts"
import type { RegistryMember } from "../registry/Registry.ts"
import type { Inactivity } from "./chooseFamily.ts"

/** Why a loaded capability with an activation key is not acted on; undefined when the key is on, or it has none. */
export const inactivity = ({ manifest }: RegistryMember, valueOf: ValueOf): Inactivity | undefined => {
  const key = manifest.role === "feature" ? manifest.activationKey : undefined
  const reason = key === undefined ? undefined : whyNotTrue(manifest, key, valueOf)
  return reason === undefined ? undefined : { reason, remedy: `Switch it on: gsd config set ${key} true` }
}
