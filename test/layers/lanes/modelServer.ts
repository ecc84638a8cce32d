import * as Effect from "effect/Effect"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** One request that arrived. */
export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers by `METHOD /path`; what is not there is answered with 404. */
export type Routes = Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>>

/** A server on loopback, ended with its connections when the scope closes. */
export const modelServer = (routes: Routes) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly asked: Array<Asked>; readonly close: () => void }>(
      (resume) => {
        const asked: Array<Asked> = []
        const server = createServer((request, response) => {
          const pieces: Array<Buffer> = []
          const { method = "", url = "", headers } = request
          response.on("error", () => {})
          request.on("data", (piece: Buffer) => pieces.push(piece))
          request.on("end", () => {
            asked.push({ method, url, headers, body: Buffer.concat(pieces).toString("utf8") })
            const route = routes[`${method} ${url}`]
            if (route === undefined) response.writeHead(404).end()
            else route(response, request)
          })
        })
        server.listen(0, "127.0.0.1", () => {
          const { port } = server.address() as AddressInfo
          const close = () => {
            server.close()
            server.closeAllConnections()
          }
          resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, asked, close }))
        })
      }
    ),
    ({ close }) => Effect.sync(close)
  )
