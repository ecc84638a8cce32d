import type { Rule } from "./Candidate.ts"
import { artifactNames } from "./rules/artifactNames.ts"
import { consumesAvailable } from "./rules/consumesAvailable.ts"
import { contributionInto } from "./rules/contributionInto.ts"
import { fragmentSource } from "./rules/fragmentSource.ts"
import { gateCheck } from "./rules/gateCheck.ts"
import { gateConfigEquals } from "./rules/gateConfigEquals.ts"
import { gateVerdict } from "./rules/gateVerdict.ts"
import { loopOrder } from "./rules/loopOrder.ts"
import { pointFrom } from "./rules/pointFrom.ts"
import { pointKinds } from "./rules/pointKinds.ts"
import { producesOnce } from "./rules/producesOnce.ts"
import { stepCommand } from "./rules/stepCommand.ts"
import { stepRef } from "./rules/stepRef.ts"
import { whenKey } from "./rules/whenKey.ts"

/** Rules about steps, contributions and gates. In the order of reporting. */
export const loopRules: ReadonlyArray<Rule> = [
  stepRef,
  stepCommand,
  pointFrom,
  pointKinds,
  contributionInto,
  whenKey,
  fragmentSource,
  artifactNames,
  producesOnce,
  consumesAvailable,
  loopOrder,
  gateCheck,
  gateConfigEquals,
  gateVerdict
]
