/**
 * Measures `gsd capability outdated` of twenty packages behind a line with 100 ms of latency against the same command
 * with nothing installed, in one run and in turn; writes its section of bench/results.md. The line delays every byte by
 * half a round trip each way and a new connection by a whole one, as a real one does.
 * Run: `npm run build && npm run bench`, or `node bench/outdated.ts` for this section alone.
 */
import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:https"
import { connect, createServer as createLine, type AddressInfo, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { spawn } from "node:child_process"
import * as Effect from "effect/Effect"
import { filesOf, tgz } from "../test/layers/archive/build.ts"
import { capability } from "../test/support/capabilities.ts"
import { authority, type Authority } from "../test/support/tls.ts"
import { median, record } from "./parts/results.ts"

const sources = 20
const roundTrip = 100
const rounds = 9
const goal = 3
const bin = join(import.meta.dirname, "..", "dist", "gsd.mjs")

const names = Array.from({ length: sources }, (_, at) => `cap-${at}`)

const listen = (server: Server | ReturnType<typeof createServer>): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })

const tarballs = new Map(
  names.map((name) => [name, tgz(filesOf(capability({ id: name, skills: [] }), "package/"))] as const)
)

const packument = (base: string, name: string, tarball: Uint8Array): string => {
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`
  const dist = { tarball: `${base}${name}/-/${name}-1.0.0.tgz`, integrity }
  const versions = { "1.0.0": { name, version: "1.0.0", dist } }
  return JSON.stringify({ name, "dist-tags": { latest: "1.0.0" }, versions })
}

/** A registry of packages with one version each; `base` is the address that it names itself by. */
const registry = (by: Authority, base: () => string) =>
  createServer({ key: by.key, cert: by.cert }, (request, response) => {
    const [, name = "", isTarball] = (request.url ?? "").split("/")
    const tarball = tarballs.get(name) ?? new Uint8Array()
    response.end(isTarball === undefined ? packument(base(), name, tarball) : tarball)
  })

/** Carries bytes on after half a round trip, in their order. */
const carry = (from: Socket, to: Socket): void => {
  const later = (act: () => void) => void setTimeout(act, roundTrip / 2)
  from.on("data", (bytes) => later(() => to.write(bytes)))
  from.on("close", () => later(() => to.destroy()))
  from.on("error", () => to.destroy())
}

/** A line with latency to a port. */
const line = (port: number) =>
  createLine({ pauseOnConnect: true }, (near) => {
    setTimeout(() => {
      const far = connect(port, "127.0.0.1")
      carry(near, far)
      carry(far, near)
      near.resume()
    }, roundTrip)
  })

const gsd = (env: Readonly<Record<string, string>>, args: ReadonlyArray<string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(process.execPath, [bin, ...args], {
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let said = ""
    child.stdout.on("data", (piece) => (said += String(piece)))
    child.stderr.on("data", (piece) => (said += String(piece)))
    child.on("close", (code) => {
      const millis = performance.now() - began
      if (code === 0 && !/"status":"unknown"/u.test(said)) resolve(millis)
      else reject(new Error(`${args.join(" ")} ended with ${code}: ${said}`))
    })
  })

const homeIn = (work: string, name: string, by: Authority, url: string) => {
  const home = join(work, name)
  mkdirSync(join(home, ".gsd"), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, ".gsd/policy.json"), JSON.stringify({ network: { allow: ["localhost"] } }))
  writeFileSync(join(home, ".npmrc"), `registry=${url}\n`)
  return { HOME: home, SSL_CERT_FILE: by.caFile }
}

const measure = async (by: Authority, work: string): Promise<string> => {
  let url = ""
  const server = registry(by, () => url)
  const slow = line(await listen(server))
  try {
    url = `https://localhost:${await listen(slow)}/`
    const full = homeIn(work, "full", by, url)
    const empty = homeIn(work, "empty", by, url)
    for (const name of names) await gsd(full, ["capability", "install", `npm:${name}`, "--yes"])
    const [startUps, alls]: [Array<number>, Array<number>] = [[], []]
    for (let round = -1; round < rounds; round += 1) {
      const startUp = await gsd(empty, ["capability", "outdated", "--json"])
      const all = await gsd(full, ["capability", "outdated", "--json"])
      if (round >= 0) startUps.push(startUp)
      if (round >= 0) alls.push(all)
    }
    return sectionOf(median(startUps), median(alls))
  } finally {
    server.closeAllConnections()
    server.close()
    slow.close()
  }
}

const sectionOf = (startUp: number, all: number): string => `## Outdated

Medians of ${rounds} runs in turn, Node ${process.version}, ${process.platform} ${process.arch}; ${sources} packages of one registry behind a line
with ${roundTrip} ms of latency.

| what | ms | beyond start-up, in round trips | goal |
| --- | ---: | ---: | ---: |
| outdated of nothing | ${startUp.toFixed(1)} | 0.0 | |
| outdated of ${sources} packages | ${all.toFixed(1)} | ${((all - startUp) / roundTrip).toFixed(1)} | ${goal} |
`

const bench = Effect.gen(function* () {
  const by = yield* authority()
  const work = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "gsd-bench-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  record(yield* Effect.promise(() => measure(by, work)))
}).pipe(Effect.scoped)

await Effect.runPromise(bench)
