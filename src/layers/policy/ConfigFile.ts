import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { textsOf } from "../../domain/config/merge.ts"
import { Config } from "../../services/Config.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Lock } from "../../services/Lock.ts"
import { layersFor } from "./configLayers.ts"
import { editConfig } from "./writeConfig.ts"

/** The user's `H/config.json`, the project's `.planning/config.json`, and that of a workstream. */
export const layer = Layer.effect(
  Config,
  Effect.gen(function* () {
    const services = Context.pick(
      Durable,
      Environment,
      GsdHome,
      Lock
    )(yield* Effect.context<Durable | Environment | GsdHome | Lock>())
    return Config.of({
      texts: layersFor({}).pipe(
        Effect.map(textsOf),
        Effect.provide(services),
        Effect.withSpan("Config.texts")
      ),
      layers: Effect.fn("Config.layers")(layersFor, Effect.provide(services)),
      edit: (target, wait, edit) =>
        editConfig(target, wait, edit).pipe(Effect.provide(services), Effect.withSpan("Config.edit"))
    })
  })
)
