import * as Layer from "effect/Layer"
import type { Durable } from "../../services/Durable.ts"
import * as DurableFile from "./DurableFile.ts"
import * as FileSystemNode from "./FileSystemNode.ts"
import * as NativeDiskNode from "./NativeDiskNode.ts"

/** Durable on the machine's own disk. */
export const layer: Layer.Layer<Durable> = DurableFile.layer.pipe(
  Layer.provide([FileSystemNode.layer, NativeDiskNode.layer])
)
