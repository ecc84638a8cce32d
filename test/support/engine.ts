import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { GivenConsent } from "../../src/domain/consent/decide.ts"
import { globalScope } from "../../src/domain/paths.ts"
import * as ConsentGateFixed from "../../src/layers/consent/ConsentGateFixed.ts"
import * as ConsentStoreFile from "../../src/layers/consent/ConsentStoreFile.ts"
import * as SubjectsFile from "../../src/layers/consent/SubjectsFile.ts"
import * as DurableFile from "../../src/layers/disk/DurableFile.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import * as ForeignFilesDisk from "../../src/layers/foreign/ForeignFilesDisk.ts"
import * as GsdHomeFile from "../../src/layers/home/GsdHomeFile.ts"
import * as HostVersionConstant from "../../src/layers/home/HostVersionConstant.ts"
import * as ViewsFile from "../../src/layers/home/ViewsFile.ts"
import * as LedgerFile from "../../src/layers/ledger/LedgerFile.ts"
import * as LockMemory from "../../src/layers/lock/LockMemory.ts"
import * as ConfigFile from "../../src/layers/policy/ConfigFile.ts"
import * as PoliciesFile from "../../src/layers/policy/PoliciesFile.ts"
import * as ProjectFilesDisk from "../../src/layers/project/ProjectFilesDisk.ts"
import * as SummariesFile from "../../src/layers/overlay/SummariesFile.ts"
import * as SourceLocal from "../../src/layers/source/SourceLocal.ts"
import * as StoreFile from "../../src/layers/store/StoreFile.ts"
import { protocol } from "../../src/layers/transaction/protocol.ts"
import type { Step } from "../../src/layers/transaction/step.ts"
import * as TransactionFile from "../../src/layers/transaction/TransactionFile.ts"
import type { Requested } from "../../src/pipelines/install/stages.ts"
import { Environment } from "../../src/services/Environment.ts"
import type { Durable } from "../../src/services/Durable.ts"

/** How an engine in memory differs from the usual one. */
export interface EngineOptions {
  readonly consent?: GivenConsent
  readonly steps?: ReadonlyArray<Step>
  readonly workingDirectory?: string
  readonly variables?: Readonly<Record<string, string>>
  readonly hostVersion?: string
  /** Stands between the disk and everything else; a fault layer, usually. */
  readonly around?: Layer.Layer<Durable, never, Durable>
  /** Takes the place of the disk's FileSystem; a variant with a planted bug, usually. */
  readonly fileSystem?: (real: FileSystem.FileSystem) => FileSystem.FileSystem
}

const environmentOf = (options: EngineOptions) =>
  Layer.succeed(
    Environment,
    Environment.of({
      home: "/home/ada",
      workingDirectory: options.workingDirectory ?? "/home/ada",
      userId: 1000,
      processId: 4711,
      platform: "linux",
      variables: new Map(Object.entries(options.variables ?? {})),
      command: "gsd test"
    })
  )

/** Every service of the pipelines over one memory disk; home is `/home/ada`. */
export const engineOn = (disk: MemoryDisk, options: EngineOptions = {}) => {
  const plant = options.fileSystem
  const planted =
    plant === undefined
      ? disk.layer
      : Layer.effect(FileSystem.FileSystem, Effect.map(FileSystem.FileSystem, plant)).pipe(
          Layer.provideMerge(disk.layer)
        )
  const durable = DurableFile.layer.pipe(Layer.provide(planted))
  const disked = options.around === undefined ? durable : options.around.pipe(Layer.provide(durable))
  const world = Layer.mergeAll(disked, LockMemory.layer, environmentOf(options))
  const home = GsdHomeFile.layerWith({}).pipe(Layer.provideMerge(world))
  const records = Layer.mergeAll(
    LedgerFile.layer,
    ConsentStoreFile.layer,
    SubjectsFile.layer,
    StoreFile.layer,
    PoliciesFile.layer,
    ConfigFile.layer,
    ViewsFile.layer,
    SourceLocal.layer,
    SummariesFile.layerWith("test").pipe(
      Layer.provide(HostVersionConstant.layerWith(options.hostVersion ?? "1.14.0"))
    ),
    ForeignFilesDisk.layer,
    ProjectFilesDisk.layer,
    HostVersionConstant.layerWith(options.hostVersion ?? "1.14.0")
  ).pipe(Layer.provideMerge(home))
  return Layer.mergeAll(
    TransactionFile.layerWith(options.steps ?? protocol),
    ConsentGateFixed.layerWith(options.consent ?? { yes: true })
  ).pipe(Layer.provideMerge(records))
}

/** An install request for a folder, in global scope, with the usual flags. */
export const requestOf = (spec: string, flags: Partial<Requested> = {}): Requested => ({
  op: "install",
  spec,
  scope: globalScope,
  replace: false,
  allowDowngrade: false,
  wait: Duration.seconds(30),
  ...flags
})

/** Runs a program on an engine of its own. */
export const runOn =
  (disk: MemoryDisk, options: EngineOptions = {}) =>
  <A, E, R>(program: Effect.Effect<A, E, R>) =>
    program.pipe(Effect.provide(engineOn(disk, options)))
