import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as NodeHttp from "node:http"
import * as Https from "node:https"
import type * as Tls from "node:tls"
import { literalOf, plainHost } from "../../domain/network/address.ts"
import { HttpFailed } from "../../domain/network/errors.ts"
import { shownUrl } from "../../domain/network/url.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { trusted } from "../network/certificates.ts"
import { nodeFault } from "../network/nodeFault.ts"
import type { Incoming } from "../network/wire.ts"
import { bodyOf, headersOf } from "../network/wireNode.ts"
import { EndpointWire, type EndpointCall } from "./endpoint.ts"

const optionsOf = (
  { url, method, headers }: EndpointCall,
  secureContext: Tls.SecureContext | undefined
): Https.RequestOptions => {
  const host = plainHost(url.hostname)
  return {
    host,
    ...(url.port === "" ? {} : { port: Number(url.port) }),
    path: url.pathname + url.search,
    method,
    headers: { ...headers, host: url.host },
    // A connection of its own, which goes with the request.
    agent: false,
    ...(secureContext === undefined ? {} : { secureContext }),
    ...(literalOf(host) === undefined ? { servername: host } : {})
  }
}

const requesting = (call: EndpointCall, secureContext: Tls.SecureContext | undefined) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const { request } = call.url.protocol === "https:" ? Https : NodeHttp
        const sent = request(optionsOf(call, secureContext))
        // A connection that is cut at the end of the scope has nobody left to tell.
        sent.on("error", () => {})
        return sent
      },
      catch: (error) => nodeFault(shownUrl(call.url), error)
    }),
    (request) => Effect.sync(() => request.destroy())
  )

const answered = (request: NodeHttp.ClientRequest, { url, body }: EndpointCall) =>
  Effect.callback<Incoming, HttpFailed>((resume) => {
    const shown = shownUrl(url)
    request.on("response", (response) =>
      resume(
        Effect.succeed({
          status: response.statusCode ?? 0,
          headers: headersOf(response),
          next: bodyOf(shown, response)
        })
      )
    )
    request.on("error", (error) => resume(Effect.fail(nodeFault(shown, error))))
    request.end(body)
  })

/** Node's own client, over http and https; certificates are checked as everywhere else. */
export const layer = Layer.effect(
  EndpointWire,
  Effect.gen(function* () {
    const services = Context.pick(Durable, Environment)(yield* Effect.context<Durable | Environment>())
    const trust = yield* Effect.cached(Effect.provideContext(trusted, services))
    return EndpointWire.of({
      open: Effect.fnUntraced(function* (call: EndpointCall) {
        const secureContext =
          call.url.protocol === "https:"
            ? yield* Effect.mapError(
                trust,
                (reason) => new HttpFailed({ url: shownUrl(call.url), fault: "tls", reason })
              )
            : undefined
        return yield* answered(yield* requesting(call, secureContext), call)
      })
    })
  })
)
