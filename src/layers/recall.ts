import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Config } from "../services/Config.ts"
import { Durable } from "../services/Durable.ts"
import { Environment } from "../services/Environment.ts"
import { GsdHome } from "../services/GsdHome.ts"
import { Store } from "../services/Store.ts"
import * as DurableNode from "./disk/DurableNode.ts"
import * as EnvironmentNode from "./home/EnvironmentNode.ts"
import * as GsdHomeFile from "./home/GsdHomeFile.ts"
import * as HostVersionConstant from "./home/HostVersionConstant.ts"
import * as LoopViewsFile from "./overlay/LoopViewsFile.ts"
import { layersFor } from "./policy/configLayers.ts"
import * as PoliciesFile from "./policy/PoliciesFile.ts"
import * as CapabilityFilesLive from "./product/CapabilityFilesLive.ts"
import * as ProductFilesDisk from "./product/ProductFilesDisk.ts"
import type { EngineOptions } from "./readers.ts"
import { makeReader } from "./store/read.ts"

/** Configuration for who only reads it: what writes it is not even loaded. */
const config = Layer.unwrap(
  Effect.gen(function* () {
    const services = Context.pick(
      Durable,
      Environment,
      GsdHome
    )(yield* Effect.context<Durable | Environment | GsdHome>())
    return Layer.mock(Config)({ layers: (wanted) => layersFor(wanted).pipe(Effect.provide(services)) })
  })
)

/** Files of bundles, likewise. */
const store = Layer.unwrap(
  Effect.gen(function* () {
    const services = Context.pick(Durable, GsdHome)(yield* Effect.context<Durable | GsdHome>())
    const read = yield* makeReader
    return Layer.mock(Store)({
      read: (contentHash, path) => read(contentHash, path).pipe(Effect.provide(services))
    })
  })
)

/**
 * The services by which a call of the loop is answered from what is kept: nothing of it composes, writes or locks.
 * Whatever it does not have, such an answer does not need.
 */
export const recallLayer = (options: EngineOptions) =>
  CapabilityFilesLive.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        config,
        store,
        PoliciesFile.layer,
        LoopViewsFile.layerFor(options),
        ProductFilesDisk.layer
      )
    ),
    Layer.provideMerge(Layer.merge(HostVersionConstant.layer, GsdHomeFile.layerWith(options))),
    Layer.provideMerge(Layer.merge(DurableNode.layer, EnvironmentNode.layerWith(options.command)))
  )
