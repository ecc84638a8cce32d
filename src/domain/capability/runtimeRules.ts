import type { Rule } from "./Candidate.ts"
import { formatParity } from "./rules/formatParity.ts"
import { hookEventFamily } from "./rules/hookEventFamily.ts"
import { hostBehaviorsRemoved } from "./rules/hostBehaviorsRemoved.ts"
import { hostBehaviorsUnknown } from "./rules/hostBehaviorsUnknown.ts"
import { layoutHome } from "./rules/layoutHome.ts"
import { localConfigDir } from "./rules/localConfigDir.ts"
import { runtimeReservedMembers } from "./rules/runtimeReservedMembers.ts"
import { surfacePairing } from "./rules/surfacePairing.ts"

/** Rules about the runtime body. In the order of reporting. */
export const runtimeRules: ReadonlyArray<Rule> = [
  surfacePairing,
  formatParity,
  hookEventFamily,
  localConfigDir,
  runtimeReservedMembers,
  layoutHome,
  hostBehaviorsRemoved,
  hostBehaviorsUnknown
]
