import * as Layer from "effect/Layer"
import * as PlanningFilesDisk from "./planning/PlanningFilesDisk.ts"
import * as CapabilityFilesLive from "./product/CapabilityFilesLive.ts"
import * as ProductFilesDisk from "./product/ProductFilesDisk.ts"

/** What the loop reads and writes, over the readers' services. */
export const loopLayer = Layer.merge(CapabilityFilesLive.layer, PlanningFilesDisk.layer).pipe(
  Layer.provideMerge(ProductFilesDisk.layer)
)
