import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as NodeHttp from "node:http"
import * as Https from "node:https"
import type { Socket } from "node:net"
import type * as Tls from "node:tls"
import { literalOf, plainHost } from "../../domain/network/address.ts"
import { HttpFailed } from "../../domain/network/errors.ts"
import { basicOf } from "./basic.ts"
import { nodeFault } from "./nodeFault.ts"

/** Where a tunnel begins and ends. */
export interface Tunnel {
  readonly proxy: URL
  /** Lower case, brackets of IPv6 kept. */
  readonly host: string
  readonly port: number
  /** The address that messages name. */
  readonly shown: string
  readonly secureContext: Tls.SecureContext | undefined
}

const credentialsOf = (proxy: URL): NodeHttp.OutgoingHttpHeaders => {
  const basic = basicOf(proxy)
  return basic === undefined ? {} : { "proxy-authorization": Redacted.value(basic) }
}

const connectRequest = ({ host, port, proxy, secureContext }: Tunnel): NodeHttp.ClientRequest => {
  const target = `${host}:${port}`
  const isSecure = proxy.protocol === "https:"
  const name = plainHost(proxy.hostname)
  return (isSecure ? Https : NodeHttp).request({
    host: name,
    port: proxy.port === "" ? (isSecure ? 443 : 80) : Number(proxy.port),
    method: "CONNECT",
    path: target,
    headers: { host: target, ...credentialsOf(proxy) },
    agent: false,
    rejectUnauthorized: true,
    ...(secureContext === undefined ? {} : { secureContext }),
    ...(literalOf(name) === undefined ? { servername: name } : {})
  })
}

const refused = (shown: string, status: number) =>
  new HttpFailed({
    url: shown,
    fault: "proxy",
    reason: status === 407 ? "the proxy wants credentials (407)" : `the proxy answered with status ${status}`
  })

const failed = (shown: string, error: unknown) =>
  new HttpFailed({
    ...nodeFault(shown, error),
    fault: "proxy",
    reason: `the proxy: ${nodeFault(shown, error).reason}`
  })

/** Has a proxy connect to a host, and gives the connection; it is cut at the end of the scope. */
export const openTunnel = Effect.fnUntraced(function* (tunnel: Tunnel) {
  const { shown } = tunnel
  const request = yield* Effect.acquireRelease(
    Effect.try({ try: () => connectRequest(tunnel), catch: (error) => failed(shown, error) }),
    (request) => Effect.sync(() => request.destroy())
  )
  // A connection that is cut at the end of the scope has nobody left to tell.
  request.on("error", () => {})
  const opening = Effect.callback<Socket, HttpFailed>((resume) => {
    request.on("error", (error) => resume(Effect.fail(failed(shown, error))))
    request.on("connect", ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      socket.on("error", () => {})
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy()
        return resume(Effect.fail(refused(shown, statusCode)))
      }
      if (head.length > 0) socket.unshift(head)
      return resume(Effect.succeed(socket))
    })
    request.end()
  })
  return yield* Effect.acquireRelease(opening, (socket) => Effect.sync(() => socket.destroy()), {
    interruptible: true
  })
})
