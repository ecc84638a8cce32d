import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { Lanes } from "../../services/Lanes.ts"
import { Spawner } from "../../services/Spawner.ts"
import type { LanesOptions } from "./program.ts"

export type { LanesOptions } from "./program.ts"

/** Lanes on this machine, loaded with the first call, for the many commands that ask nobody. */
export const layerWith = (options: LanesOptions = {}) =>
  Layer.effect(
    Lanes,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const services = Context.pick(
        Durable,
        Environment,
        Spawner
      )(yield* Effect.context<Durable | Environment | Spawner>())
      const real = yield* Effect.cached(
        Effect.gen(function* () {
          const wire = yield* Effect.promise(() => import("./EndpointWireLazy.ts"))
          const { makeLanes } = yield* Effect.promise(() => import("./makeLanes.ts"))
          const network = yield* Layer.buildWithScope(wire.layer, scope)
          return yield* Effect.provideContext(makeLanes(options), Context.merge(services, network))
        }).pipe(Effect.provideContext(services))
      )
      return Lanes.of({
        probe: (probe) => Effect.flatMap(real, (lanes) => lanes.probe(probe)),
        run: (start) => Effect.flatMap(real, (lanes) => lanes.run(start))
      })
    })
  )
