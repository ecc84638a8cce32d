import type { Rule } from "./Candidate.ts"
import { envelopeRules } from "./envelopeRules.ts"
import { featureRules } from "./featureRules.ts"
import { laneRules } from "./laneRules.ts"
import { loopRules } from "./loopRules.ts"
import { runtimeRules } from "./runtimeRules.ts"
import { shapeRules } from "./rules/shapes.ts"

/** Every rule about one manifest, in the order in which problems are reported. An error hides problems below its place, and later ones at it. */
export const manifestRules: ReadonlyArray<Rule> = [
  ...shapeRules,
  ...envelopeRules,
  ...featureRules,
  ...loopRules,
  ...runtimeRules,
  ...laneRules
]
