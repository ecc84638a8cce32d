import type { Policy } from "../policy/policy.ts"
import { canonicalOf } from "../source/canonical.ts"
import type { Source } from "../source/source.ts"
import { SignatureRequired } from "./signingErrors.ts"

/**
 * Why a source is refused where signatures are required; undefined when it is not. What stands on the person's own
 * disk is their own; a registry is judged by its keys, when it is asked.
 */
export const unsignable = ({ signatures }: Policy, source: Source): SignatureRequired | undefined => {
  const { kind } = source
  if (signatures !== "required" || kind === "local" || kind === "archive" || kind === "registry")
    return undefined
  return new SignatureRequired({ source: canonicalOf(source), kind })
}
