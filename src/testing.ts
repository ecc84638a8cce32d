export { layerOn as durableMemoryOn, layerWith as durableMemory } from "./layers/disk/DurableMemory.ts"
export {
  make as makeMemoryDisk,
  type CrashImage,
  type MemoryDisk,
  type Options as MemoryDiskOptions
} from "./layers/disk/MemoryDisk.ts"
export { everyCall, PointFailed, type EveryCall } from "./layers/fault/everyCall.ts"
export { everyCrash, type CrashPoint, type EveryCrash } from "./layers/fault/everyCrash.ts"
export { makeFaults, PlannedDeath, type Fault, type FaultPlan, type Faults } from "./layers/fault/Faults.ts"
export { faulty } from "./layers/fault/faulty.ts"
export { formatPoints, methodsWithoutPoint, type Points } from "./layers/fault/points.ts"
export { PowerLost } from "./layers/fault/PowerLost.ts"
export { layerWith as environmentFixed, type FixedEnvironment } from "./layers/home/EnvironmentFixed.ts"
export {
  layerWith as lanesScripted,
  type LanesScript,
  type ScriptedRun
} from "./layers/lanes/LanesScripted.ts"
export { engineOver } from "./layers/live.ts"
export { layerWith as signaturesFixed, type FixedVerdict } from "./layers/registries/SignaturesFixed.ts"
export { layer as lockMemory } from "./layers/lock/LockMemory.ts"
export { HttpCalls, type HttpCall } from "./layers/network/HttpCalls.ts"
export {
  layerNone as httpNone,
  layerWith as httpScripted,
  redirectTo,
  type ScriptedAnswer,
  type ScriptedOptions as HttpScript
} from "./layers/network/HttpScripted.ts"
export type { OverOptions } from "./layers/readers.ts"
export { SpawnerCalls } from "./layers/spawner/SpawnerCalls.ts"
export { layerWith as spawnerScripted } from "./layers/spawner/SpawnerScripted.ts"
