import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { Http, type HttpRequest } from "../../services/Http.ts"
import { Policies } from "../../services/Policies.ts"
import type { HttpOptions as CommonOptions } from "./makeHttp.ts"

/** How requests are made. */
export interface HttpOptions extends CommonOptions {
  /** Gives the addresses of a name, none when nobody knows it; the system's name service when absent. */
  readonly resolve?: (host: string) => Effect.Effect<ReadonlyArray<string>>
}

/** Requests over https with Node's own client, which is loaded with the first one: most commands make none. */
export const layerWith = (options: HttpOptions) =>
  Layer.effect(
    Http,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const services = Context.pick(
        Durable,
        Environment,
        Policies
      )(yield* Effect.context<Durable | Environment | Policies>())
      const real = yield* Effect.cached(
        Effect.gen(function* () {
          const { makeHttp } = yield* Effect.promise(() => import("./makeHttp.ts"))
          const { makeWire } = yield* Effect.promise(() => import("./wireNode.ts"))
          const wire = yield* makeWire
          const { resolve = wire.resolve } = options
          return yield* makeHttp({ ...wire, resolve }, options)
        }).pipe(Effect.provideService(Scope.Scope, scope), Effect.provideContext(services))
      )
      return Http.of({
        stream: <E, R>(request: HttpRequest, write: (piece: Uint8Array) => Effect.Effect<void, E, R>) =>
          Effect.flatMap(real, (http) => http.stream(request, write)),
        read: (request) => Effect.flatMap(real, (http) => http.read(request)),
        route: (url) => Effect.flatMap(real, (http) => http.route(url))
      })
    })
  )
