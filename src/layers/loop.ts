import * as Layer from "effect/Layer"
import * as CommandModulesNode from "./command/CommandModulesNode.ts"
import * as LoopViewsFile from "./overlay/LoopViewsFile.ts"
import * as LoopLogFile from "./planning/LoopLogFile.ts"
import * as PlanningFilesDisk from "./planning/PlanningFilesDisk.ts"
import * as ProjectHistoryGit from "./planning/ProjectHistoryGit.ts"
import * as ConfigFile from "./policy/ConfigFile.ts"
import * as CapabilityFilesLive from "./product/CapabilityFilesLive.ts"
import * as ProductFilesDisk from "./product/ProductFilesDisk.ts"
import * as RuntimeFilesDisk from "./runtime/RuntimeFilesDisk.ts"
import * as RuntimeHomesDisk from "./runtime/RuntimeHomesDisk.ts"

/** Configuration, and what the loop reads and writes, over the readers' services. */
export const loopLayer = Layer.mergeAll(
  CapabilityFilesLive.layer,
  CommandModulesNode.layer,
  ConfigFile.layer,
  LoopLogFile.layer,
  PlanningFilesDisk.layer,
  ProjectHistoryGit.layer,
  RuntimeFilesDisk.layer
).pipe(Layer.provideMerge(Layer.merge(ProductFilesDisk.layer, RuntimeHomesDisk.layer)))

/** What was composed for the loop, over the readers' services. */
export const loopViews = LoopViewsFile.layerFor
