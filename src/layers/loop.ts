import * as Layer from "effect/Layer"
import * as CommandModulesNode from "./command/CommandModulesNode.ts"
import * as LoopLogFile from "./planning/LoopLogFile.ts"
import * as PlanningFilesDisk from "./planning/PlanningFilesDisk.ts"
import * as ProjectHistoryGit from "./planning/ProjectHistoryGit.ts"
import * as ConfigFile from "./policy/ConfigFile.ts"
import * as CapabilityFilesLive from "./product/CapabilityFilesLive.ts"
import * as ProductFilesDisk from "./product/ProductFilesDisk.ts"

/** Configuration, and what the loop reads and writes, over the readers' services. */
export const loopLayer = Layer.mergeAll(
  CapabilityFilesLive.layer,
  CommandModulesNode.layer,
  ConfigFile.layer,
  LoopLogFile.layer,
  PlanningFilesDisk.layer,
  ProjectHistoryGit.layer
).pipe(Layer.provideMerge(ProductFilesDisk.layer))
