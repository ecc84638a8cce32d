import * as NodePath from "@effect/platform-node/NodePath"
import * as Layer from "effect/Layer"
import * as DurableNode from "./disk/DurableNode.ts"
import * as EnvironmentNode from "./home/EnvironmentNode.ts"
import * as PackingDisk from "./pack/PackingDisk.ts"
import * as ProductFilesDisk from "./product/ProductFilesDisk.ts"
import * as WorkflowFilesDisk from "./product/WorkflowFilesDisk.ts"
import * as PackedBundlesDisk from "./registries/PackedBundlesDisk.ts"
import * as SignaturesNode from "./registries/SignaturesNode.ts"
import * as ManifestFilesDisk from "./source/ManifestFilesDisk.ts"
import * as SpawnerLazy from "./spawner/SpawnerLazy.ts"

/** What authors' commands need, on this machine's disk; `command` is how the program was called, for messages. */
export const workshopLayer = (command: string) =>
  Layer.mergeAll(
    ManifestFilesDisk.layer,
    PackedBundlesDisk.layer,
    PackingDisk.layer.pipe(Layer.provide(SpawnerLazy.layer)),
    SignaturesNode.layer,
    WorkflowFilesDisk.layer.pipe(Layer.provide(ProductFilesDisk.layer))
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(DurableNode.layer, EnvironmentNode.layerWith(command), NodePath.layer))
  )
