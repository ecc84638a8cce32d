import { agentOwner } from "./rules/agentOwner.ts"
import { configOwner } from "./rules/configOwner.ts"
import { familyOwner } from "./rules/familyOwner.ts"
import { idOnce } from "./rules/idOnce.ts"
import { laneFlagOnce } from "./rules/laneFlagOnce.ts"
import { laneSectionOnce } from "./rules/laneSectionOnce.ts"
import { laneSlugOnce } from "./rules/laneSlugOnce.ts"
import { producerOnce } from "./rules/producerOnce.ts"
import { skillOwner } from "./rules/skillOwner.ts"
import { trackerPrefixOnce } from "./rules/trackerPrefixOnce.ts"
import type { SetRule } from "./SetRule.ts"

/** Rules about names that one member of a set holds alone. */
export const ownershipRules: ReadonlyArray<SetRule> = [
  idOnce,
  skillOwner,
  agentOwner,
  familyOwner,
  configOwner,
  trackerPrefixOnce,
  laneSlugOnce,
  laneFlagOnce,
  laneSectionOnce,
  producerOnce
]
