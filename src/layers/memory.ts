import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { GivenConsent } from "../domain/consent/decide.ts"
import { ConsentGate } from "../services/ConsentGate.ts"
import { Durable } from "../services/Durable.ts"
import { Http } from "../services/Http.ts"
import { Lanes } from "../services/Lanes.ts"
import { Lock } from "../services/Lock.ts"
import { Spawner } from "../services/Spawner.ts"
import * as ConsentGateFixed from "./consent/ConsentGateFixed.ts"
import * as DurableMemory from "./disk/DurableMemory.ts"
import { make, type MemoryDisk } from "./disk/MemoryDisk.ts"
import type { Calls } from "./fault/Faults.ts"
import { faulty } from "./fault/faulty.ts"
import * as EnvironmentFixed from "./home/EnvironmentFixed.ts"
import { engineOver, type Outside } from "./live.ts"
import * as LockMemory from "./lock/LockMemory.ts"
import * as HttpScripted from "./network/HttpScripted.ts"
import type { Place } from "./readers.ts"
import * as RepairsFile from "./transaction/RepairsFile.ts"
import * as PackedBundlesDisk from "./registries/PackedBundlesDisk.ts"
import * as ManifestFilesDisk from "./source/ManifestFilesDisk.ts"
import * as SpawnerScripted from "./spawner/SpawnerScripted.ts"

/** An engine without a machine, and what of it is of the caller's choice. */
export interface MemoryOptions extends Place, Outside {
  /** What its ledger, consent records, bundles and settings files stand on; a disk of its own when left out. */
  readonly disk?: MemoryDisk
  readonly environment?: EnvironmentFixed.FixedEnvironment
  /** What is consented to without asking; everything when left out. */
  readonly consent?: GivenConsent
  /** Whom other engines share a lock with; nobody when left out. */
  readonly lock?: Layer.Layer<Lock>
  /** Version that `engines.gsd` is judged against; this product's when left out. */
  readonly hostVersion?: string
  /** What happens around every call that the engine makes of disk, lock, network, programs and lanes. */
  readonly calls?: Calls
}

/** The same layer, wrapped when somebody wants its calls. */
const around =
  <I, S extends object>(service: Context.Key<I, S>, { calls }: MemoryOptions) =>
  <E, R>(layer: Layer.Layer<I, E, R>): Layer.Layer<I, E, R> =>
    calls === undefined ? layer : faulty(service, calls).pipe(Layer.provide(layer))

const engineOf = (options: MemoryOptions) => {
  const { http = HttpScripted.layerNone, lanes, lock = LockMemory.layer } = options
  const { spawner = SpawnerScripted.layerWith({ scripts: [] }) } = options
  return engineOver({
    ...options,
    lock: around(Lock, options)(lock),
    http: around(Http, options)(http),
    spawner: around(Spawner, options)(spawner),
    ...(lanes === undefined ? {} : { lanes: around(Lanes, options)(lanes) })
  })
}

/**
 * Every service of the pipelines without a machine: the engine's own code over a memory disk, a lock, an environment, a
 * network, programs and lanes that do as they are told. Nobody answers a request and no program is there unless the
 * options say so. Home is `/home/ada`, who has consented to everything.
 */
export const gsdMemory = (options: MemoryOptions = {}) =>
  Layer.unwrap(
    Effect.sync(() => {
      const durable = around(Durable, options)(DurableMemory.layerOn(options.disk ?? make()))
      const gate = around(ConsentGate, options)(ConsentGateFixed.layerWith(options.consent ?? { yes: true }))
      return Layer.mergeAll(gate, RepairsFile.layer, PackedBundlesDisk.layer, ManifestFilesDisk.layer).pipe(
        Layer.provideMerge(engineOf(options)),
        Layer.provideMerge(Layer.merge(durable, EnvironmentFixed.layerWith(options.environment)))
      )
    })
  )
