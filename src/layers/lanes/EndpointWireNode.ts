import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as NodeHttp from "node:http"
import * as Https from "node:https"
import * as Tls from "node:tls"
import { isLoopback } from "../../domain/disclosure/egress.ts"
import { literalOf, plainHost } from "../../domain/network/address.ts"
import { HttpFailed } from "../../domain/network/errors.ts"
import { proxyFor } from "../../domain/network/proxy.ts"
import { shownUrl } from "../../domain/network/url.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { trusted } from "../network/certificates.ts"
import { nodeFault } from "../network/nodeFault.ts"
import { openTunnel } from "../network/tunnel.ts"
import type { Incoming } from "../network/wire.ts"
import { bodyOf, headersOf } from "../network/wireNode.ts"
import { EndpointWire, type EndpointCall } from "./endpoint.ts"

interface Trust {
  readonly secureContext: Tls.SecureContext | undefined
  readonly variables: ReadonlyMap<string, string>
}

const portOf = (url: URL): number =>
  url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port)

/** Whom a certificate must be for, whatever is connected to. */
const identityOf = (url: URL, { secureContext }: Trust) => {
  const host = plainHost(url.hostname)
  return {
    host,
    ...(literalOf(host) === undefined ? { servername: host } : {}),
    ...(secureContext === undefined ? {} : { secureContext })
  }
}

/** A connection of its own, which goes with the request; to a remote host through the proxy of the environment. */
const connecting = Effect.fnUntraced(function* (url: URL, trust: Trust) {
  const own: Https.RequestOptions = { agent: false }
  if (url.protocol !== "https:" || isLoopback(url.origin)) return own
  const shown = shownUrl(url)
  const proxy = proxyFor(trust.variables, url)
  if (Result.isFailure(proxy))
    return yield* new HttpFailed({ url: shown, fault: "proxy", reason: proxy.failure })
  if (proxy.success === undefined) return own
  const { secureContext } = trust
  const host = url.hostname.toLowerCase()
  const socket = yield* openTunnel({ proxy: proxy.success, host, port: portOf(url), shown, secureContext })
  const options = { ...identityOf(url, trust), socket }
  return { createConnection: () => Tls.connect(options) } satisfies Https.RequestOptions
})

const optionsOf = (
  { url, method, headers }: EndpointCall,
  trust: Trust,
  connection: Https.RequestOptions
): Https.RequestOptions => ({
  ...identityOf(url, trust),
  ...connection,
  port: portOf(url),
  path: url.pathname + url.search,
  method,
  headers: { ...headers, host: url.host }
})

const requesting = (call: EndpointCall, options: Https.RequestOptions) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const { request } = call.url.protocol === "https:" ? Https : NodeHttp
        const sent = request(options)
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

/** Node's own client, over http and https; certificates are checked as everywhere else, and loopback needs no proxy. */
export const layer = Layer.effect(
  EndpointWire,
  Effect.gen(function* () {
    const services = Context.pick(Durable, Environment)(yield* Effect.context<Durable | Environment>())
    const { variables } = Context.get(services, Environment)
    const trusting = yield* Effect.cached(Effect.provideContext(trusted, services))
    const trustFor = Effect.fnUntraced(function* (url: URL) {
      if (url.protocol !== "https:") return { secureContext: undefined, variables } satisfies Trust
      const secureContext = yield* Effect.mapError(
        trusting,
        (reason) => new HttpFailed({ url: shownUrl(url), fault: "tls", reason })
      )
      return { secureContext, variables } satisfies Trust
    })
    return EndpointWire.of({
      open: Effect.fnUntraced(function* (call: EndpointCall) {
        const trust = yield* trustFor(call.url)
        const options = optionsOf(call, trust, yield* connecting(call.url, trust))
        return yield* answered(yield* requesting(call, options), call)
      })
    })
  })
)
