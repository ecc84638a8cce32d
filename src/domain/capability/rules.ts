import type { Rule } from "./Candidate.ts"
import { envelopeRules } from "./envelopeRules.ts"
import { featureRules } from "./featureRules.ts"
import { laneRules } from "./laneRules.ts"
import { loopRules } from "./loopRules.ts"
import { runtimeRules } from "./runtimeRules.ts"
import { laneForeignMembers } from "./rules/laneForeignMembers.ts"
import { shapeRules } from "./rules/shapes.ts"

/** Every rule about one manifest, in the order in which problems are reported. An earlier error hides later problems at or below its place. */
export const manifestRules: ReadonlyArray<Rule> = [
  // What a body of another variant lacks of this one is no fault of its own.
  laneForeignMembers,
  ...shapeRules,
  ...envelopeRules,
  ...featureRules,
  ...loopRules,
  ...runtimeRules,
  ...laneRules.filter((rule) => rule !== laneForeignMembers)
]
