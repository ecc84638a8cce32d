import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { GivenConsent } from "../../src/domain/consent/decide.ts"
import { globalScope } from "../../src/domain/paths.ts"
import * as ConsentGateFixed from "../../src/layers/consent/ConsentGateFixed.ts"
import * as DurableFile from "../../src/layers/disk/DurableFile.ts"
import { protocol } from "../../src/layers/transaction/protocol.ts"
import type { Step } from "../../src/layers/transaction/step.ts"
import * as TransactionFile from "../../src/layers/transaction/TransactionFile.ts"
import type { Outside } from "../../src/layers/live.ts"
import type { Requested } from "../../src/pipelines/install/stages.ts"
import type { Durable } from "../../src/services/Durable.ts"
import { engineOver, environmentFixed, lockMemory, type MemoryDisk } from "../../src/testing.ts"

/** How an engine in memory differs from the usual one. */
export interface EngineOptions {
  readonly consent?: GivenConsent
  readonly steps?: ReadonlyArray<Step>
  readonly workingDirectory?: string
  readonly variables?: Readonly<Record<string, string>>
  readonly hostVersion?: string
  /** Stands between the disk and everything else; a fault layer, usually. */
  readonly around?: Layer.Layer<Durable, never, Durable>
  /** Who answers requests; nobody when left out. */
  readonly http?: Outside["http"]
  /** Takes the place of the disk's FileSystem; a variant with a planted bug, usually. */
  readonly fileSystem?: (real: FileSystem.FileSystem) => FileSystem.FileSystem
}

/** Every service of the pipelines over one memory disk; home is `/home/ada`. */
export const engineOn = (disk: MemoryDisk, options: EngineOptions = {}) => {
  const { consent = { yes: true }, hostVersion = "1.14.0", steps = protocol } = options
  const plant = options.fileSystem
  const planted =
    plant === undefined
      ? disk.layer
      : Layer.effect(FileSystem.FileSystem, Effect.map(FileSystem.FileSystem, plant)).pipe(
          Layer.provideMerge(disk.layer)
        )
  const durable = DurableFile.layer.pipe(Layer.provide(planted))
  const disked = options.around === undefined ? durable : options.around.pipe(Layer.provide(durable))
  const engine = engineOver({
    lock: lockMemory,
    hostVersion,
    productVersion: "test",
    ...(options.http === undefined ? {} : { http: options.http })
  })
  return Layer.merge(TransactionFile.layerWith(steps), ConsentGateFixed.layerWith(consent)).pipe(
    Layer.provideMerge(engine),
    Layer.provideMerge(Layer.merge(disked, environmentFixed(options)))
  )
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
