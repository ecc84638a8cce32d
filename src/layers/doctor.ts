import * as Layer from "effect/Layer"
import { engineLayer, type EngineOptions } from "./live.ts"
import * as RepairsFile from "./transaction/RepairsFile.ts"

/** The engine with what the doctor needs beside it: repairs, and a look at processes. */
export const doctorLayer = (options: EngineOptions) =>
  RepairsFile.layer.pipe(Layer.provideMerge(engineLayer(options)))
