import type { Rule } from "./Candidate.ts"
import { activationKey } from "./rules/activationKey.ts"
import { artifactNames } from "./rules/artifactNames.ts"
import { commandFamilies } from "./rules/commandFamilies.ts"
import { compatVersionKeys } from "./rules/compatVersionKeys.ts"
import { configEnumDefault } from "./rules/configEnumDefault.ts"
import { configKeys } from "./rules/configKeys.ts"
import { consumesAvailable } from "./rules/consumesAvailable.ts"
import { contributionInto } from "./rules/contributionInto.ts"
import { formatParity } from "./rules/formatParity.ts"
import { fragmentSource } from "./rules/fragmentSource.ts"
import { gateCheck } from "./rules/gateCheck.ts"
import { gateConfigEquals } from "./rules/gateConfigEquals.ts"
import { gateVerdict } from "./rules/gateVerdict.ts"
import { hookEventFamily } from "./rules/hookEventFamily.ts"
import { hostBehaviorsRemoved } from "./rules/hostBehaviorsRemoved.ts"
import { hostBehaviorsUnknown } from "./rules/hostBehaviorsUnknown.ts"
import { idFolder } from "./rules/idFolder.ts"
import { idReserved } from "./rules/idReserved.ts"
import { laneDeniedEnvironment } from "./rules/laneDeniedEnvironment.ts"
import { laneEffort } from "./rules/laneEffort.ts"
import { laneEnvironment } from "./rules/laneEnvironment.ts"
import { laneFlags } from "./rules/laneFlags.ts"
import { laneForeignMembers } from "./rules/laneForeignMembers.ts"
import { laneOutputArg } from "./rules/laneOutputArg.ts"
import { laneUnknownMembers } from "./rules/laneUnknownMembers.ts"
import { layoutHome } from "./rules/layoutHome.ts"
import { localConfigDir } from "./rules/localConfigDir.ts"
import { mcpEnvironment } from "./rules/mcpEnvironment.ts"
import { mcpServers } from "./rules/mcpServers.ts"
import { pointFrom } from "./rules/pointFrom.ts"
import { pointKinds } from "./rules/pointKinds.ts"
import { producesOnce } from "./rules/producesOnce.ts"
import { resolverPlaceholder } from "./rules/resolverPlaceholder.ts"
import { roleForbids } from "./rules/roleForbids.ts"
import { roleForeignBody } from "./rules/roleForeignBody.ts"
import { runtimeCompatBothSides } from "./rules/runtimeCompatBothSides.ts"
import { runtimeCompatNotes } from "./rules/runtimeCompatNotes.ts"
import { runtimeCompatWildcard } from "./rules/runtimeCompatWildcard.ts"
import { runtimeReservedMembers } from "./rules/runtimeReservedMembers.ts"
import { shapeRules } from "./rules/shapes.ts"
import { stepCommand } from "./rules/stepCommand.ts"
import { stepRef } from "./rules/stepRef.ts"
import { surfacePairing } from "./rules/surfacePairing.ts"
import { whenKey } from "./rules/whenKey.ts"

/** Every rule about one manifest, in the order in which problems are reported. An earlier error hides later problems at or below its place. */
export const manifestRules: ReadonlyArray<Rule> = [
  ...shapeRules,
  roleForbids,
  roleForeignBody,
  idReserved,
  idFolder,
  compatVersionKeys,
  runtimeCompatWildcard,
  runtimeCompatNotes,
  runtimeCompatBothSides,
  configKeys,
  configEnumDefault,
  mcpServers,
  mcpEnvironment,
  activationKey,
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
  gateCheck,
  gateConfigEquals,
  gateVerdict,
  commandFamilies,
  resolverPlaceholder,
  surfacePairing,
  formatParity,
  hookEventFamily,
  localConfigDir,
  runtimeReservedMembers,
  layoutHome,
  hostBehaviorsRemoved,
  hostBehaviorsUnknown,
  laneFlags,
  laneForeignMembers,
  laneOutputArg,
  laneEnvironment,
  laneDeniedEnvironment,
  laneEffort,
  laneUnknownMembers
]
