import { ownershipRules } from "./ownershipRules.ts"
import { builtInNames } from "./rules/builtInNames.ts"
import { centralKeys } from "./rules/centralKeys.ts"
import { commandKnown } from "./rules/commandKnown.ts"
import { contributionRing } from "./rules/contributionRing.ts"
import { engines } from "./rules/engines.ts"
import { inputsProduced } from "./rules/inputsProduced.ts"
import { requiresKnown } from "./rules/requiresKnown.ts"
import { requiresRing } from "./rules/requiresRing.ts"
import { requiresTier } from "./rules/requiresTier.ts"
import { runtimeKnown } from "./rules/runtimeKnown.ts"
import { stepRing } from "./rules/stepRing.ts"
import type { SetRule } from "./SetRule.ts"

/** Every rule over a set of manifests. */
export const setRules: ReadonlyArray<SetRule> = [
  engines,
  builtInNames,
  centralKeys,
  requiresRing,
  requiresKnown,
  requiresTier,
  runtimeKnown,
  ...ownershipRules,
  inputsProduced,
  stepRing,
  contributionRing,
  commandKnown
]
