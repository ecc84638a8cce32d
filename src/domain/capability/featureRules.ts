import type { Rule } from "./Candidate.ts"
import { activationKey } from "./rules/activationKey.ts"
import { commandFamilies } from "./rules/commandFamilies.ts"
import { hookEvent } from "./rules/hookEvent.ts"
import { resolverPlaceholder } from "./rules/resolverPlaceholder.ts"
import { stemsOnce } from "./rules/stemsOnce.ts"

/** Rules about the other members of a feature. In the order of reporting. */
export const featureRules: ReadonlyArray<Rule> = [
  stemsOnce,
  activationKey,
  commandFamilies,
  hookEvent,
  resolverPlaceholder
]
