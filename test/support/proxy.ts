import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import { connect, type AddressInfo, type Socket } from "node:net"

/** A proxy of a test on loopback. */
export interface TestProxy {
  readonly port: number
  /** Targets of every CONNECT, with what was said to be let through. */
  readonly asked: ReadonlyArray<{ readonly target: string; readonly authorization: string | undefined }>
  /** Requests that were no CONNECT. */
  readonly others: ReadonlyArray<string>
  /** Waits until no connection is open. */
  readonly idle: Effect.Effect<void>
}

/** How a proxy behaves. */
export interface ProxyManners {
  /** The port of loopback that every target leads to. */
  readonly to: number
  /** Answers with this status instead of connecting. */
  readonly status?: number
  /** Never answers. */
  readonly isSilent?: boolean
  readonly onAsked?: () => void
}

/** A CONNECT proxy as long as the scope; open connections are cut at its end. */
export const serveProxy = ({ isSilent = false, onAsked = () => {}, status = 200, to }: ProxyManners) =>
  Effect.gen(function* () {
    const asked: Array<TestProxy["asked"][number]> = []
    const others: Array<string> = []
    const sockets = new Set<Socket>()
    const track = (socket: Socket) => {
      sockets.add(socket)
      socket.on("close", () => sockets.delete(socket))
      socket.on("error", () => socket.destroy())
    }
    const server = createServer((request, response) => {
      others.push(`${request.method} ${request.url}`)
      response.end()
    })
    server.on("connection", track)
    server.on("connect", (request, client: Socket) => {
      asked.push({ target: request.url ?? "", authorization: request.headers["proxy-authorization"] })
      onAsked()
      if (isSilent) return client.on("end", () => client.end()).resume()
      if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
      const target = connect(to, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connected\r\n\r\n")
        target.pipe(client)
        client.pipe(target)
      })
      track(target)
      client.on("close", () => target.destroy())
      return target.on("close", () => client.destroy())
    })
    yield* Effect.addFinalizer(() =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of sockets) socket.destroy()
      })
    )
    const idle = Effect.promise(async () => {
      while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    })
    const port = yield* Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    })
    return { port, asked, others, idle } satisfies TestProxy
  })
