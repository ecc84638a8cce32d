import * as NodePath from "@effect/platform-node/NodePath"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { realmOf } from "../domain/process/cookie.ts"
import { GsdHome } from "../services/GsdHome.ts"
import type { Http } from "../services/Http.ts"
import type { Policies } from "../services/Policies.ts"
import type { Environment } from "../services/Environment.ts"
import type { Durable } from "../services/Durable.ts"
import type { Lanes } from "../services/Lanes.ts"
import type { Signatures } from "../services/Signatures.ts"
import type { Spawner } from "../services/Spawner.ts"
import * as AuditLogFile from "./audit/AuditLogFile.ts"
import * as ArtifactsFile from "./cache/ArtifactsFile.ts"
import * as SubjectsFile from "./consent/SubjectsFile.ts"
import * as LanesLive from "./lanes/LanesLive.ts"
import * as HttpNode from "./network/HttpNode.ts"
import * as HttpScripted from "./network/HttpScripted.ts"
import * as RegistriesLazy from "./registries/RegistriesLazy.ts"
import { loopLayer, loopViews } from "./loop.ts"
import * as PackingDisk from "./pack/PackingDisk.ts"
import { readerLayer, readersOver, type EngineOptions, type OverOptions } from "./readers.ts"
import * as ReviewFilesDisk from "./review/ReviewFilesDisk.ts"
import * as SourceResolverLive from "./source/SourceResolverLive.ts"
import * as SpawnerLazy from "./spawner/SpawnerLazy.ts"
import * as SpawnerScripted from "./spawner/SpawnerScripted.ts"
import * as TransactionFile from "./transaction/TransactionFile.ts"

export type { EngineOptions } from "./readers.ts"

/** How the world beyond the disk is reached. */
export interface Outside {
  readonly http?: Layer.Layer<Http, never, Policies | Environment | Durable>
  readonly spawner?: Layer.Layer<Spawner>
  /** Over the spawner when left out. */
  readonly lanes?: Layer.Layer<Lanes>
  /** How signatures are checked; by Node when left out. */
  readonly signatures?: Layer.Layer<Signatures>
}

const writers = Layer.mergeAll(
  AuditLogFile.layer,
  loopLayer,
  PackingDisk.layer,
  SubjectsFile.layer,
  ReviewFilesDisk.layer,
  NodePath.layer,
  SourceResolverLive.layer,
  TransactionFile.layer
)

/** Nobody answers, and no program is there. */
const nobody = { http: HttpScripted.layerNone, spawner: SpawnerScripted.layerWith({ scripts: [] }) }

/** Processes of this home's realm. */
const spawner = Layer.unwrap(
  Effect.map(GsdHome, ({ paths }) => SpawnerLazy.layerWith({ realm: realmOf(paths.root) }))
)

/**
 * Every service that the pipelines need, on this machine, except the one that asks a person: ConsentGate. Fails
 * when the root or the project is not to be used; nothing is written by building it.
 */
export const engineLayer = (options: EngineOptions & LanesLive.LanesOptions) =>
  Layer.merge(writers, loopViews(options)).pipe(
    Layer.provideMerge(
      Layer.mergeAll(ArtifactsFile.layer, RegistriesLazy.layerWith(), LanesLive.layerWith(options))
    ),
    Layer.provideMerge(Layer.merge(HttpNode.layerWith(options), spawner)),
    Layer.provideMerge(readerLayer(options))
  )

/** The same over a disk, an environment and a lock that are given: in memory, in tests. */
export const engineOver = (options: OverOptions & Outside) =>
  Layer.merge(writers, loopViews(options)).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        ArtifactsFile.layer,
        RegistriesLazy.layerWith(options.signatures),
        options.lanes ?? LanesLive.layerWith()
      )
    ),
    Layer.provideMerge(Layer.merge(options.http ?? nobody.http, options.spawner ?? nobody.spawner)),
    Layer.provideMerge(readersOver(options))
  )
