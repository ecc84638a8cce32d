import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Durable } from "../../services/Durable.ts"
import * as DurableFile from "./DurableFile.ts"
import * as MemoryDisk from "./MemoryDisk.ts"

/** Durable on a given memory disk: the code of the real one over another FileSystem. */
export const layerOn = (disk: MemoryDisk.MemoryDisk): Layer.Layer<Durable> =>
  DurableFile.layer.pipe(Layer.provide(disk.layer))

/** Durable on a memory disk of its own, made when the layer is built. */
export const layerWith = (options: MemoryDisk.Options = {}): Layer.Layer<Durable> =>
  Layer.unwrap(Effect.sync(() => layerOn(MemoryDisk.make(options))))
