import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Dns from "node:dns"
import type { ClientRequest, IncomingMessage } from "node:http"
import * as Https from "node:https"
import { isIPv6, type LookupFunction } from "node:net"
import * as Tls from "node:tls"
import { literalOf, plainHost } from "../../domain/network/address.ts"
import { HttpFailed } from "../../domain/network/errors.ts"
import { shownUrl } from "../../domain/network/url.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { trusted } from "./certificates.ts"
import { nodeFault } from "./nodeFault.ts"
import type { Incoming, Outgoing, Wire } from "./wire.ts"

const resolveName: Wire["resolve"] = (host) =>
  Effect.callback((resume) => {
    Dns.lookup(host, { all: true }, (error, found) =>
      resume(
        error === null
          ? Effect.succeed(found.map(({ address }) => address))
          : Effect.fail(nodeFault(`https://${host}`, error))
      )
    )
  })

/** Answers with the addresses that were checked, whatever the name service says by now. */
const lookupOf =
  (addresses: ReadonlyArray<string>): LookupFunction =>
  (_host, options, done) => {
    const all = addresses.map((address) => ({
      address,
      family: isIPv6(address.replace(/%.*$/u, "")) ? 6 : 4
    }))
    if (options.all === true) return done(null, all)
    const [first] = all
    return done(null, first?.address ?? "", first?.family)
  }

/** Headers by lower-case name. */
export const headersOf = (response: IncomingMessage): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]]
    )
  )

const cut = Object.assign(new Error("cut off"), { code: "ECONNRESET" })

/** Reads a body as it is asked for; what is not asked for stays with the server. */
export const bodyOf = (shown: string, response: IncomingMessage): Incoming["next"] => {
  const state: { failure?: HttpFailed; isOver: boolean; wake: () => void } = { isOver: false, wake: () => {} }
  const failWith = (error: unknown) => {
    state.failure ??= nodeFault(shown, error)
    state.wake()
  }
  response.on("readable", () => state.wake())
  response.on("error", failWith)
  response.on("end", () => {
    state.isOver = response.complete
    if (state.isOver) state.wake()
    else failWith(cut)
  })
  response.on("close", () => (state.isOver ? state.wake() : failWith(cut)))
  return Effect.callback<Uint8Array, HttpFailed>((resume) => {
    state.wake = () => {
      const piece: Uint8Array | null = response.read()
      if (piece === null && !state.isOver && state.failure === undefined) return
      state.wake = () => {}
      if (piece !== null) resume(Effect.succeed(piece))
      else resume(state.failure === undefined ? Effect.succeed(new Uint8Array()) : Effect.fail(state.failure))
    }
    state.wake()
    return Effect.sync(() => {
      state.wake = () => {}
    })
  })
}

interface Connections {
  readonly agent: Https.Agent
  readonly secureContext: Tls.SecureContext | undefined
}

/** How a connection comes about: of the pool, at an address that was checked, or through a tunnel of its own. */
type Connecting = Pick<Https.RequestOptions, "agent" | "lookup" | "createConnection">

const portOf = (url: URL): number => (url.port === "" ? 443 : Number(url.port))

/** Whom a certificate must be for, whatever is connected to. */
const identityOf = (url: URL) => {
  const host = plainHost(url.hostname)
  return literalOf(host) === undefined ? { host, servername: host } : { host }
}

/** Certificates are checked also where a variable of Node says that they need not be. */
const trustOf = ({ secureContext }: Connections) => ({
  rejectUnauthorized: true,
  ...(secureContext === undefined ? {} : { secureContext })
})

const connecting = Effect.fnUntraced(function* ({ route, url }: Outgoing, connections: Connections) {
  if (route._tag === "Direct")
    return { agent: connections.agent, lookup: lookupOf(route.addresses) } satisfies Connecting
  // Few have a proxy, and importing `node:http` loads all of Node's fetch.
  const { openTunnel } = yield* Effect.promise(() => import("./tunnel.ts"))
  const socket = yield* openTunnel({
    proxy: new URL(Redacted.value(route.proxy)),
    host: url.hostname.toLowerCase(),
    port: portOf(url),
    shown: shownUrl(url),
    secureContext: connections.secureContext
  })
  const options = { ...identityOf(url), ...trustOf(connections), socket }
  return { createConnection: () => Tls.connect(options) } satisfies Connecting
})

const optionsOf = (
  { headers, url }: Outgoing,
  connections: Connections,
  connecting: Connecting
): Https.RequestOptions => ({
  ...identityOf(url),
  ...trustOf(connections),
  ...connecting,
  port: portOf(url),
  path: url.pathname + url.search,
  headers: { ...headers, host: url.host }
})

/** A request whose connection goes with the scope, unless its answer was read whole. */
const requesting = (shown: string, options: Https.RequestOptions) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const request = Https.request(options)
        const state = { isWhole: false }
        request.on("response", (response) => {
          response.on("end", () => {
            state.isWhole = response.complete
          })
        })
        // A connection that is cut at the end of the scope has nobody left to tell.
        request.on("error", () => {})
        return { request, state }
      },
      catch: (error) => nodeFault(shown, error)
    }),
    ({ request, state }) =>
      Effect.sync(() => {
        if (!state.isWhole) request.destroy()
      })
  )

const answered = (request: ClientRequest, shown: string) =>
  Effect.callback<Incoming, HttpFailed>((resume) => {
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
    // Node drops a connection without a word when the server changes to another protocol.
    request.on("close", () => resume(Effect.fail(nodeFault(shown, cut))))
    request.end()
  })

/** A kept connection that the server closes just when it is used again says nothing of the server. */
const isStale = ({ request, fault }: { readonly request: ClientRequest; readonly fault: HttpFailed }) =>
  request.reusedSocket && fault.fault === "reset"

const openWith = (
  outgoing: Outgoing,
  connections: Connections
): Effect.Effect<Incoming, HttpFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const shown = shownUrl(outgoing.url)
    const options = optionsOf(outgoing, connections, yield* connecting(outgoing, connections))
    const { request } = yield* requesting(shown, options)
    return yield* answered(request, shown).pipe(
      Effect.catchIf(
        (fault) => isStale({ request, fault }),
        () => openWith(outgoing, connections)
      )
    )
  })

/** Node's own client. Connections are kept for the next request to the same host; they keep no process alive. */
export const makeWire = Effect.gen(function* () {
  const services = Context.pick(Durable, Environment)(yield* Effect.context<Durable | Environment>())
  const trust = yield* Effect.cached(Effect.provideContext(trusted, services))
  const agent = yield* Effect.acquireRelease(
    Effect.sync(() => new Https.Agent({ keepAlive: true })),
    (agent) => Effect.sync(() => agent.destroy())
  )
  const open = Effect.fnUntraced(function* (outgoing: Outgoing) {
    const secureContext = yield* Effect.mapError(
      trust,
      (reason) => new HttpFailed({ url: shownUrl(outgoing.url), fault: "tls", reason })
    )
    return yield* openWith(outgoing, { agent, secureContext })
  })
  return { resolve: resolveName, open } satisfies Wire
})
