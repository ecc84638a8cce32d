import type { Rule } from "./Candidate.ts"
import { laneDeniedEnvironment } from "./rules/laneDeniedEnvironment.ts"
import { laneEffort } from "./rules/laneEffort.ts"
import { laneEnvironment } from "./rules/laneEnvironment.ts"
import { laneFlags } from "./rules/laneFlags.ts"
import { laneForeignMembers } from "./rules/laneForeignMembers.ts"
import { laneOutputArg } from "./rules/laneOutputArg.ts"
import { laneUnknownMembers } from "./rules/laneUnknownMembers.ts"

/** Rules about the reviewer body. In the order of reporting. */
export const laneRules: ReadonlyArray<Rule> = [
  laneFlags,
  laneForeignMembers,
  laneOutputArg,
  laneEnvironment,
  laneDeniedEnvironment,
  laneEffort,
  laneUnknownMembers
]
