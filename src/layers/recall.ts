import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Config } from "../services/Config.ts"
import { Durable } from "../services/Durable.ts"
import { Environment } from "../services/Environment.ts"
import { GsdHome } from "../services/GsdHome.ts"
import { HostVersion } from "../services/HostVersion.ts"
import { LoopViews } from "../services/LoopViews.ts"
import { Store } from "../services/Store.ts"
import * as DurableNode from "./disk/DurableNode.ts"
import * as EnvironmentNode from "./home/EnvironmentNode.ts"
import * as GsdHomeFile from "./home/GsdHomeFile.ts"
import * as HostVersionConstant from "./home/HostVersionConstant.ts"
import { recalling } from "./overlay/standing.ts"
import { layersFor } from "./policy/configLayers.ts"
import * as PoliciesFile from "./policy/PoliciesFile.ts"
import * as CapabilityFilesLive from "./product/CapabilityFilesLive.ts"
import * as ProductFilesDisk from "./product/ProductFilesDisk.ts"
import type { EngineOptions } from "./readers.ts"

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
    // Loaded for texts of installed capabilities alone.
    const reader = yield* Effect.cached(
      Effect.flatMap(
        Effect.promise(() => import("./store/read.ts")),
        ({ makeReader }) => makeReader
      )
    )
    return Layer.mock(Store)({
      read: (contentHash, path) =>
        Effect.flatMap(reader, ({ read }) => read(contentHash, path)).pipe(Effect.provide(services))
    })
  })
)

const views = ({ productVersion = "" }: EngineOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const services = Context.pick(
        Durable,
        GsdHome,
        HostVersion
      )(yield* Effect.context<Durable | GsdHome | HostVersion>())
      const recall = recalling(productVersion)
      return Layer.mock(LoopViews)({
        read: (asked, point) => recall(asked, point).pipe(Effect.provide(services))
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
      Layer.mergeAll(config, store, PoliciesFile.layer, views(options), ProductFilesDisk.layer)
    ),
    Layer.provideMerge(Layer.merge(HostVersionConstant.layer, GsdHomeFile.layerWith(options))),
    Layer.provideMerge(Layer.merge(DurableNode.layer, EnvironmentNode.layerWith(options.command)))
  )
