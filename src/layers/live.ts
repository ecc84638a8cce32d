import * as Layer from "effect/Layer"
import * as SubjectsFile from "./consent/SubjectsFile.ts"
import * as ConfigFile from "./policy/ConfigFile.ts"
import { readerLayer, readersOver, type EngineOptions, type OverOptions } from "./readers.ts"
import * as SourceLocal from "./source/SourceLocal.ts"
import * as TransactionFile from "./transaction/TransactionFile.ts"

export type { EngineOptions } from "./readers.ts"

const writers = Layer.mergeAll(SubjectsFile.layer, ConfigFile.layer, SourceLocal.layer, TransactionFile.layer)

/**
 * Every service that the pipelines need, on this machine, except the one that asks a person: ConsentGate. Fails
 * when the root or the project is not to be used; nothing is written by building it.
 */
export const engineLayer = (options: EngineOptions) => writers.pipe(Layer.provideMerge(readerLayer(options)))

/** The same over a disk, an environment and a lock that are given: in memory, in tests. */
export const engineOver = (options: OverOptions) => writers.pipe(Layer.provideMerge(readersOver(options)))
