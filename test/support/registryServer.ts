import * as Effect from "effect/Effect"
import { existsSync, readFileSync, statSync } from "node:fs"
import { join, normalize } from "node:path"
import { serveTls, type Authority } from "./tls.ts"

/** Bytes that a server gives in place of a file's, by path below its root. */
export type Planted = Map<string, Uint8Array | undefined>

/** Serves the files of a folder like a static web server; what is planted takes their place, undefined as missing. */
export const serveFolder = (by: Authority, folder: string, planted: Planted = new Map()) =>
  serveTls(by, (request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? "/").split("?")[0] ?? "/")).replace(/^\/+/u, "")
    const file = join(folder, path)
    const isFile = existsSync(file) && statSync(file).isFile()
    const bytes = planted.has(path) ? planted.get(path) : isFile ? readFileSync(file) : undefined
    if (bytes === undefined) response.writeHead(404).end()
    else response.writeHead(200, { "content-length": bytes.length }).end(bytes)
  }).pipe(Effect.map((server) => ({ ...server, planted })))
