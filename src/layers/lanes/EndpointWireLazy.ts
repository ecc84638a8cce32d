import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { EndpointWire } from "./endpoint.ts"

/** Node's client, loaded with the first request: most lanes are programs. */
export const layer = Layer.effect(
  EndpointWire,
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const services = Context.pick(Durable, Environment)(yield* Effect.context<Durable | Environment>())
    const real = yield* Effect.cached(
      Effect.gen(function* () {
        const node = yield* Effect.promise(() => import("./EndpointWireNode.ts"))
        return Context.get(yield* Layer.buildWithScope(node.layer, scope), EndpointWire)
      }).pipe(Effect.provideContext(services))
    )
    return EndpointWire.of({ open: (call) => Effect.flatMap(real, (wire) => wire.open(call)) })
  })
)
