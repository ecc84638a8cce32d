/**
 * For tests of other programs: the engine without a machine, scripted services, and the harness of faults.
 */
export { layer as laneClusterMemory } from "./layers/cluster/LaneClusterMemory.ts"
export { layerWith as consentStoreMemory } from "./layers/consent/ConsentStoreMemory.ts"
export { layerOn as durableMemoryOn, layerWith as durableMemory } from "./layers/disk/DurableMemory.ts"
export {
  make as makeMemoryDisk,
  type CrashImage,
  type MemoryDisk,
  type Options as MemoryDiskOptions
} from "./layers/disk/MemoryDisk.ts"
export {
  makeFaults,
  PlannedDeath,
  type Calls,
  type Fault,
  type FaultCall,
  type FaultPlan,
  type Faults
} from "./layers/fault/Faults.ts"
export { PointFailed } from "./layers/fault/PointFailed.ts"
export { PowerLost } from "./layers/fault/PowerLost.ts"
export { errorOf, PlannedFailure } from "./layers/fault/errorOf.ts"
export { everyCall, type EveryCall } from "./layers/fault/everyCall.ts"
export { everyCrash, type CrashOptions, type CrashPoint } from "./layers/fault/everyCrash.ts"
export { everyFault, type FaultOptions, type FaultRun } from "./layers/fault/everyFault.ts"
export { faulty, faultyAll } from "./layers/fault/faulty.ts"
export { formatPoints, methodsWithoutPoint, type Points } from "./layers/fault/points.ts"
export { everySeed, simulate, type SimulatedRun, type Simulation } from "./layers/fault/simulate.ts"
export { layerWith as environmentFixed, type FixedEnvironment } from "./layers/home/EnvironmentFixed.ts"
export {
  layerWith as lanesScripted,
  type LanesScript,
  type ScriptedRun
} from "./layers/lanes/LanesScripted.ts"
export { layerWith as ledgerMemory, type LedgerStates } from "./layers/ledger/LedgerMemory.ts"
export { engineOver } from "./layers/live.ts"
export { layer as lockMemory } from "./layers/lock/LockMemory.ts"
export { gsdMemory, type MemoryOptions } from "./layers/memory.ts"
export { HttpCalls, type HttpCall } from "./layers/network/HttpCalls.ts"
export {
  layerNone as httpNone,
  layerWith as httpScripted,
  redirectTo,
  type ScriptedAnswer,
  type ScriptedOptions as HttpScript
} from "./layers/network/HttpScripted.ts"
export type { OverOptions } from "./layers/readers.ts"
export { layerWith as signaturesFixed, type FixedVerdict } from "./layers/registries/SignaturesFixed.ts"
export { SpawnerCalls } from "./layers/spawner/SpawnerCalls.ts"
export { layerWith as spawnerScripted } from "./layers/spawner/SpawnerScripted.ts"
