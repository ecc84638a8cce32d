import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer, type Server } from "node:https"
import type { AddressInfo, Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A certificate authority of a test, and a certificate of it for `localhost`, `127.0.0.1`, `::1` and the names asked for. */
export interface Authority {
  /** PEM file of the authority; name it in `SSL_CERT_FILE` to trust it. */
  readonly caFile: string
  readonly keyFile: string
  readonly certFile: string
  readonly key: Buffer
  readonly cert: Buffer
}

const openssl = (folder: string, ...args: ReadonlyArray<string>) =>
  execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] })

const makeAuthority = (names: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "gsd-tls-"))
  const alternatives = [
    "DNS:localhost",
    "IP:127.0.0.1",
    "IP:::1",
    ...names.map((name) => `DNS:${name}`)
  ].join(",")
  writeFileSync(join(folder, "leaf.cnf"), `subjectAltName=${alternatives}\nbasicConstraints=CA:FALSE\n`)
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
  openssl(
    folder,
    "req",
    "-x509",
    ...curve,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-days",
    "2",
    "-subj",
    "/CN=gsd test CA"
  )
  openssl(folder, "req", ...curve, "-keyout", "leaf.key", "-out", "leaf.csr", "-subj", "/CN=localhost")
  const signing = ["x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"]
  openssl(folder, ...signing, "-days", "2", "-extfile", "leaf.cnf", "-out", "leaf.pem")
  return folder
}

/** An authority that lives as long as the scope. */
export const authority = (names: ReadonlyArray<string> = []) =>
  Effect.acquireRelease(
    Effect.sync(() => makeAuthority(names)),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  ).pipe(
    Effect.map((folder): Authority => {
      const read = (name: string) => execFileSync("cat", [join(folder, name)])
      const [keyFile, certFile] = [join(folder, "leaf.key"), join(folder, "leaf.pem")]
      return {
        caFile: join(folder, "ca.pem"),
        keyFile,
        certFile,
        key: read("leaf.key"),
        cert: read("leaf.pem")
      }
    })
  )

/** A server of a test on loopback. */
export interface TlsServer {
  readonly port: number
  /** `https://localhost:<port>`. */
  readonly url: string
  /** Method and path of every request, in order. */
  readonly requests: ReadonlyArray<{ readonly line: string; readonly headers: IncomingMessage["headers"] }>
}

const listening = (server: Server) =>
  Effect.callback<number>((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
  })

/** Serves https on a free port of loopback as long as the scope; open connections are cut at its end. */
export const serveTls = (
  by: Authority,
  handle: (request: IncomingMessage, response: ServerResponse) => void
) =>
  Effect.gen(function* () {
    const requests: Array<TlsServer["requests"][number]> = []
    const sockets = new Set<Socket>()
    const server = createServer({ key: by.key, cert: by.cert }, (request, response) => {
      requests.push({ line: `${request.method} ${request.url}`, headers: request.headers })
      handle(request, response)
    })
    server.on("connection", (socket: Socket) => {
      sockets.add(socket)
      socket.on("close", () => sockets.delete(socket))
    })
    yield* Effect.addFinalizer(() =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of sockets) socket.destroy()
      })
    )
    const port = yield* listening(server)
    return { port, url: `https://localhost:${port}`, requests } satisfies TlsServer
  })
