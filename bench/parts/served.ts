import { spawn, type ChildProcess } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { tar, type Entry } from "../../test/layers/archive/build.ts"
import type { Authority } from "../../test/support/tls.ts"
import { plainManifest } from "./manifest.ts"

/** A gzipped archive of a capability that declares nothing, with files of 3,000 bytes that no one can shorten, below a folder. */
export const archiveOf = (id: string, files: number, below = id): Uint8Array => {
  const data = Array.from({ length: files - 1 }, (_, index): Entry => ({
    path: `${below}/data/f${index}.txt`,
    body: randomBytes(3000)
  }))
  return gzipSync(
    tar([{ path: `${below}/capability.json`, body: JSON.stringify(plainManifest(id)) }, ...data])
  )
}

/** Serves the files of a folder over TLS at an address, in this process, and tells the port on stdout. */
const serve = (folder: string, address: string): void => {
  const [key, cert] = [readFileSync(join(folder, "key")), readFileSync(join(folder, "cert"))]
  const server = createServer({ key, cert }, (request, response) => {
    const path = join(folder, (request.url ?? "").slice(1))
    if (existsSync(path)) response.end(readFileSync(path))
    else response.writeHead(404).end()
  })
  server.listen(0, address, () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
}

/** Serves the files of a folder by a process of its own, until that is killed. */
export const startServer = async (
  folder: string,
  by: Authority,
  address = "127.0.0.1"
): Promise<{ readonly server: ChildProcess; readonly port: string }> => {
  writeFileSync(join(folder, "key"), by.key)
  writeFileSync(join(folder, "cert"), by.cert)
  const server = spawn(process.execPath, [import.meta.filename, folder, address], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const port = await new Promise<string>((resolve, reject) => {
    server.stdout.once("data", (text: Buffer) => resolve(text.toString().trim()))
    server.once("exit", (status) => reject(new Error(`the server ended with ${status}`)))
  })
  return { server, port }
}

const [, script, folder = "", address = ""] = process.argv
if (script === import.meta.filename) serve(folder, address)
