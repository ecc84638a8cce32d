/**
 * Compares installs from a server on loopback with what no installer can avoid, in one run and in turn, and the refusal
 * of a gzip bomb with an ordinary small install, in time and peak memory; writes its section of bench/results.md.
 * Figures are medians. Run: `npm run build && npm run bench`, or `node bench/sources.ts` for this section alone.
 */
import { spawnSync, type ChildProcess } from "node:child_process"
import { createHash } from "node:crypto"
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { get } from "node:https"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import { tar } from "../test/layers/archive/build.ts"
import { authority, type Authority } from "../test/support/tls.ts"
import { plainManifest } from "./parts/manifest.ts"
import { median, record } from "./parts/results.ts"
import { archiveOf, startServer } from "./parts/served.ts"

const manifest = (id: string): string => JSON.stringify(plainManifest(id))

const bombOf = (): Uint8Array =>
  gzipSync(
    tar([
      { path: "bomb/capability.json", body: manifest("bomb") },
      { path: "bomb/zeros", body: Buffer.alloc(400 * 1024 * 1024) }
    ])
  )

const work = mkdtempSync(join(tmpdir(), "gsd-bench-"))
const served = join(work, "served")
const sizes = [3, 100] as const
const bin = join(import.meta.dirname, "..", "dist", "gsd.mjs")

/** Makes what is served; gives the process that serves it, and its address. */
const start = async (by: Authority): Promise<{ readonly server: ChildProcess; readonly url: string }> => {
  mkdirSync(served)
  for (const files of sizes)
    writeFileSync(join(served, `bench-${files}.tgz`), archiveOf(`bench-${files}`, files))
  writeFileSync(join(served, "bomb.tgz"), bombOf())
  const { port, server } = await startServer(served, by)
  return { server, url: `https://localhost:${port}` }
}

const download = (url: string, by: Authority): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const request = get(url, { ca: readFileSync(by.caFile), agent: false }, (response) => {
      const pieces: Array<Uint8Array> = []
      response.on("data", (piece: Uint8Array) => pieces.push(piece))
      response.on("end", () => resolve(Buffer.concat(pieces)))
    })
    request.on("error", reject)
  })

/** Entries of a tar archive of plain files, as no one may read what is not trusted. */
const extract = (bytes: Uint8Array): ReadonlyMap<string, Uint8Array> => {
  const unpacked = gunzipSync(bytes)
  const files = new Map<string, Uint8Array>()
  for (let at = 0; unpacked[at] !== 0;) {
    const name = unpacked.toString("utf8", at, at + 100).replace(/\0.*$/u, "")
    const size = Number.parseInt(unpacked.toString("latin1", at + 124, at + 135), 8)
    files.set(name, unpacked.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

const synced = (path: string, bytes?: Uint8Array): void => {
  const file = openSync(path, bytes === undefined ? "r" : "wx")
  if (bytes !== undefined) writeSync(file, bytes)
  fsyncSync(file)
  closeSync(file)
}

/** What no installer can avoid: download, hash, extraction, fsync of every file. */
const bare = async (url: string, by: Authority): Promise<number> => {
  const target = mkdtempSync(join(work, "bare-"))
  const began = performance.now()
  const bytes = await download(url, by)
  createHash("sha512").update(bytes).digest()
  for (const [name, content] of extract(bytes)) {
    mkdirSync(dirname(join(target, name)), { recursive: true })
    synced(join(target, name), content)
  }
  synced(target)
  return performance.now() - began
}

/** Tells the peak of a process, in KiB, as the last line of its stderr. `maxRSS` would also count what its parent had. */
const peakProgram = `
  import { readFileSync } from "node:fs"
  process.on("exit", () => {
    const peak = process.platform === "linux"
      ? /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]
      : process.resourceUsage().maxRSS
    process.stderr.write("\\n" + peak)
  })`
const peakHook = `data:text/javascript,${encodeURIComponent(peakProgram)}`

interface Run {
  readonly millis: number
  readonly peakKibi: number
}

const node = (
  args: ReadonlyArray<string>,
  status: number,
  env: Readonly<Record<string, string>> = {}
): Run => {
  const began = performance.now()
  const done = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", ...env }
  })
  if (done.status !== status) throw new Error(`${args.join(" ")} ended with ${done.status}: ${done.stderr}`)
  return { millis: performance.now() - began, peakKibi: Number(done.stderr.split("\n").at(-1)) }
}

/** One install into a new home; ext4 makes files slowly where many were just deleted. */
const install = (url: string, by: Authority, { isHooked = false, status = 0 } = {}): Run => {
  const home = mkdtempSync(join(work, "home-"))
  mkdirSync(join(home, ".gsd"), { mode: 0o700 })
  writeFileSync(join(home, ".gsd", "policy.json"), JSON.stringify({ network: { allow: ["localhost"] } }))
  const hook = isHooked ? ["--import", peakHook] : []
  const args = [...hook, bin, "capability", "install", url, "--yes"]
  return node(args, status, { HOME: home, SSL_CERT_FILE: by.caFile })
}

const rounds = 15
const warmup = 2
const refused = 4
const measured = async (by: Authority, url: string): Promise<ReadonlyMap<string, ReadonlyArray<number>>> => {
  const found = new Map<string, Array<number>>()
  const add = (name: string, value: number) => found.set(name, [...(found.get(name) ?? []), value])
  for (let round = -warmup; round < rounds; round += 1) {
    const note = round < 0 ? () => {} : add
    note("empty", node(["-e", "0"], 0).millis)
    for (const files of sizes) {
      const archive = `${url}/bench-${files}.tgz`
      note(`bare ${files}`, await bare(archive, by))
      note(`install ${files}`, install(archive, by).millis)
    }
    const [bomb, small] = [`${url}/bomb.tgz`, `${url}/bench-${sizes[0]}.tgz`].map((archive, at) =>
      install(archive, by, { isHooked: true, status: at === 0 ? refused : 0 })
    )
    note("bomb", bomb?.millis ?? Number.NaN)
    note("bomb peak", bomb?.peakKibi ?? Number.NaN)
    note("small peak", small?.peakKibi ?? Number.NaN)
  }
  return found
}

const sectionOf = (found: ReadonlyMap<string, ReadonlyArray<number>>): string => {
  const of = (name: string) => median(found.get(name) ?? [])
  const ms = (value: number) => value.toFixed(1)
  const rows = sizes.map((files) => {
    const limit = of("empty") + of(`bare ${files}`)
    const own = of(`install ${files}`)
    return `| install https tgz of ${files} files | ${ms(own)} | ${ms(limit)} | ${ms(own - limit)} | 180 |`
  })
  const mebi = (name: string) => (of(name) / 1024).toFixed(1)
  const above = ((of("bomb peak") - of("small peak")) / 1024).toFixed(1)
  return `## Sources

Medians of ${rounds} runs in turn against a TLS server on loopback, Node ${process.version}, ${process.platform} ${process.arch}.

| what | ms | limit: \`-e 0\` + download + sha512 + extraction + fsync | over it | goal |
| --- | ---: | ---: | ---: | ---: |
${rows.join("\n")}

| what | ms | goal | peak MiB | above the small install | goal |
| --- | ---: | ---: | ---: | ---: | ---: |
| small install | ${ms(of(`install ${sizes[0]}`))} | | ${mebi("small peak")} | 0.0 | |
| gzip bomb of 400 MiB, refused | ${ms(of("bomb"))} | 1000 | ${mebi("bomb peak")} | ${above} | 60 |
`
}

const bench = Effect.scoped(
  Effect.gen(function* () {
    const by = yield* authority()
    const { url } = yield* Effect.acquireRelease(
      Effect.promise(() => start(by)),
      ({ server }) => Effect.sync(() => server.kill())
    )
    record(sectionOf(yield* Effect.promise(() => measured(by, url))))
  })
)

await Effect.runPromise(
  Effect.ensuring(
    bench,
    Effect.sync(() => rmSync(work, { recursive: true, force: true }))
  )
)
