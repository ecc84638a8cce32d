import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { globalScope } from "../../src/domain/paths.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { outdated } from "../../src/pipelines/outdated.ts"
import { plan } from "../../src/pipelines/plan.ts"
import { update } from "../../src/pipelines/update.ts"
import { verify } from "../../src/pipelines/verify.ts"
import { Ledger } from "../../src/services/Ledger.ts"
import { SourceResolver } from "../../src/services/SourceResolver.ts"
import { Progress } from "../../src/services/Progress.ts"
import { filesOf, tgz } from "../layers/archive/build.ts"
import { below, capability, type CapabilityFiles } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { netDisk, runNet, type NetOptions } from "../support/https.ts"
import { serveProxy } from "../support/proxy.ts"
import { refuse } from "../support/refusal.ts"
import { wordsOf } from "../support/requests.ts"
import { authority, serveTls } from "../support/tls.ts"

const scope = globalScope
const wait = Duration.seconds(30)
const lookedUp = () => Effect.die(new Error("a name was looked up"))

const packed = (files: CapabilityFiles = capability(), top = "repo-1.0.0/") => tgz(filesOf(files, top))

const digestOf = (bytes: Uint8Array) => `sha512-${createHash("sha512").update(bytes).digest("base64")}`

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** A server whose answers a test can change, and a disk that trusts it. */
const world = Effect.fnUntraced(function* (first: Handle = (_request, response) => response.end(packed())) {
  const by = yield* authority()
  const now = { handle: first }
  const server = yield* serveTls(by, (request, response) => now.handle(request, response))
  const disk = netDisk(
    by,
    { allow: ["localhost"] },
    below("/other/other", capability({ id: "other", skills: [] }))
  )
  yield* runNet(disk)(install(requestOf("/other/other")))
  return { by, disk, now, server, run: runNet(disk), url: `${server.url}/repo.tgz` }
})

const entryOf = (disk: MemoryDisk) =>
  Effect.flatMap(Ledger, (ledger) => ledger.read(scope)).pipe(
    runNet(disk),
    Effect.map((state) => state.entries.get("hk-cap"))
  )

const updating = (rest: { readonly spec?: string } = {}) =>
  update({ id: "hk-cap", scope, wait, allowDowngrade: false, ...rest })

/** Everything on a disk as text, for what must not be in it. */
const everything = (disk: MemoryDisk) =>
  [...disk.snapshot()]
    .flatMap(([path, entry]) => [
      path,
      entry.kind === "file" ? Buffer.from(entry.bytes).toString("latin1") : ""
    ])
    .join("\n")

/** What waits below H for a command that is over. */
const leftovers = (disk: MemoryDisk) =>
  [...disk.snapshot().keys()].filter((path) => /\.gsd\/(?:staging|cache\/parts|tx)\/./u.test(path))

describe("install from an archive on a server", () => {
  it.effect("fetches, installs and verifies what stands below one top folder", () =>
    Effect.gen(function* () {
      const { disk, run, url } = yield* world()
      const told: Array<string> = []
      const receipt = yield* Effect.provideService(run(install(requestOf(`${url}?v=1`))), Progress, {
        step: (step) => told.push(step),
        bytes: () => {}
      })
      assert.include(receipt, { status: "installed", id: "hk-cap", version: "1.0.0" })
      assert.deepStrictEqual(receipt.warnings, [])
      assert.include(yield* entryOf(disk), { source: `${url}?v=1`, integrity: digestOf(packed()) })
      assert.deepStrictEqual(told, ["copy", "fetch", "copy", "seal", "commit"])
      assert.strictEqual((yield* run(verify(scope, []))).verdict, "ok")
      assert.deepStrictEqual(leftovers(disk), [])
    })
  )
  it.effect("is unchanged by the same bytes and upgraded by newer ones", () =>
    Effect.gen(function* () {
      const { now, run, url } = yield* world()
      yield* run(install(requestOf(url)))
      assert.strictEqual((yield* run(updating())).status, "unchanged")
      now.handle = (_request, response) => response.end(packed(capability({ version: "1.1.0" })))
      assert.include(yield* run(updating()), { status: "upgraded", version: "1.1.0", generation: 2 })
    })
  )
  it.effect("takes a digest for the server: with it in the cache, nobody is asked, offline either", () =>
    Effect.gen(function* () {
      const { disk, server, url } = yield* world()
      const integrity = digestOf(packed())
      yield* runNet(disk)(plan(requestOf(url)))
      const before = server.requests.length
      const offline = runNet(disk, { offline: true, resolve: lookedUp })
      const receipt = yield* offline(install(requestOf(url, { integrity })))
      assert.strictEqual(receipt.status, "installed")
      assert.strictEqual(server.requests.length, before)
      const refusal = yield* refuse(disk, offline(updating()))
      assert.include(refusal, { tag: "Offline", exit: 1 })
    })
  )
  it.effect("keeps no versions", () =>
    Effect.gen(function* () {
      const { run, url } = yield* world()
      const failure = yield* run(
        Effect.flip(
          Effect.flatMap(SourceResolver, ({ resolve }) =>
            resolve({ kind: "https", url }, { exactly: "1.0.0" })
          )
        )
      )
      assert.include(failure, { _tag: "SourceNotFound" })
    })
  )
  it.effect("says `via proxy` when a proxy resolves the name", () =>
    Effect.gen(function* () {
      const { disk, server } = yield* world()
      const proxy = yield* serveProxy({ to: server.port })
      const variables = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }
      const run = runNet(disk, { variables, resolve: lookedUp })
      const receipt = yield* run(install(requestOf("https://localhost/repo.tgz")))
      assert.match(receipt.warnings.join("\n"), /via proxy/u)
    })
  )
})

describe("U10: an update whose fetch fails", () => {
  const faults: ReadonlyArray<readonly [string, Handle, string]> = [
    ["is refused", (request) => request.socket.destroy(), "HttpFailed"],
    [
      "is cut off in the middle",
      (request, response) => {
        response.setHeader("content-length", "100000")
        response.write(packed().subarray(0, 200))
        setTimeout(() => request.socket.destroy(), 5)
      },
      "HttpFailed"
    ],
    ["ends too early", (_request, response) => response.end(packed().subarray(0, 200)), "ArchiveBroken"],
    ["is no archive", (_request, response) => response.end("<html>"), "ArchiveBroken"],
    ["is missing", (_request, response) => response.writeHead(404).end(), "HttpStatus"]
  ]
  for (const [what, handle, tag] of faults) {
    it.effect(`because it ${what}, leaves the old version active, its bytes and its entry as they were`, () =>
      Effect.gen(function* () {
        const { disk, now, run, url } = yield* world()
        yield* run(install(requestOf(url)))
        const entry = yield* entryOf(disk)
        now.handle = handle
        const refusal = yield* refuse(disk, run(updating()))
        assert.strictEqual(refusal.tag, tag)
        assert.notStrictEqual(refusal.exit, 0)
        assert.deepStrictEqual(yield* entryOf(disk), entry)
        assert.strictEqual((yield* run(verify(scope, []))).verdict, "ok")
        assert.deepStrictEqual(
          (yield* run(list(scope))).map(({ status, version }) => [status, version]),
          [
            ["active", "1.0.0"],
            ["active", "1.0.0"]
          ]
        )
        assert.deepStrictEqual(leftovers(disk), [])
      })
    )
  }
  it.effect("because nobody listens any more, or because of other bytes than the digest names, too", () =>
    Effect.gen(function* () {
      const { disk, now, run, url } = yield* world()
      yield* run(install(requestOf(url)))
      const entry = yield* entryOf(disk)
      now.handle = (_request, response) => response.end(packed(capability({ version: "1.1.0" })))
      const wrong = yield* refuse(
        disk,
        run(install(requestOf(url, { integrity: digestOf(Buffer.from("x")) })))
      )
      assert.include(wrong, { tag: "IntegrityMismatch", exit: 4 })
      const gone = yield* refuse(disk, run(updating({ spec: "https://localhost:1/repo.tgz" })))
      assert.include(gone, { tag: "HttpFailed", exit: 1 })
      assert.deepStrictEqual(yield* entryOf(disk), entry)
      assert.deepStrictEqual(leftovers(disk), [])
    })
  )
})

describe("U35: install", () => {
  const specs: ReadonlyArray<readonly [string, string]> = [
    ["https://2130706433/x.tgz", "AddressRefused"],
    ["https://[::ffff:127.0.0.1]/x.tgz", "AddressRefused"],
    ["https://169.254.169.254/x.tgz", "AddressRefused"],
    ["http://host.example/x.tgz", "SourceUnknown"],
    ["https://host.example/download?file=x.tar.gz", "SourceUnknown"]
  ]
  for (const [spec, tag] of specs) {
    it.effect(`refuses ${spec} and writes nothing`, () =>
      Effect.gen(function* () {
        const { disk } = yield* world()
        const refusal = yield* refuse(disk, runNet(disk, { resolve: lookedUp })(install(requestOf(spec))))
        assert.include(refusal, { tag })
        assert.deepStrictEqual(leftovers(disk), [])
      })
    )
  }
  it.effect("refuses a redirect away from https, and writes nothing", () =>
    Effect.gen(function* () {
      const { disk, run, url } = yield* world((_request, response) =>
        response.writeHead(302, { location: "http://localhost/x.tgz" }).end(packed())
      )
      const refusal = yield* refuse(disk, run(install(requestOf(url))))
      assert.include(refusal, { tag: "RedirectRefused", exit: 4 })
    })
  )
})

describe("U37: install, update, outdated and verify by a mirror in a folder", () => {
  it.effect("ask no server, and know the artifact and the content by the same digests", () =>
    Effect.gen(function* () {
      const { by, disk: online, url } = yield* world()
      yield* runNet(online)(install(requestOf(url)))
      const host = new URL(url).host
      const disk = netDisk(by, { mirror: "file:///m" }, { [`/m/${host}/repo.tgz`]: packed() })
      const offline: NetOptions = { offline: true, resolve: lookedUp }
      for (const options of [{ resolve: lookedUp }, offline]) {
        const run = runNet(disk, options)
        assert.include(["installed", "unchanged"], (yield* run(install(requestOf(url)))).status)
        assert.strictEqual((yield* run(updating())).status, "unchanged")
        assert.strictEqual((yield* run(verify(scope, []))).verdict, "ok")
        assert.include((yield* run(outdated(scope, [])))[0], { id: "hk-cap", sourceKind: "https" })
      }
      const [here, there] = [yield* entryOf(disk), yield* entryOf(online)]
      for (const member of ["integrity", "contentHash", "consentDigest", "source"] as const)
        assert.strictEqual(here?.[member], there?.[member])
      const missing = yield* refuse(
        disk,
        runNet(disk, offline)(install(requestOf("https://b.example/b.tgz")))
      )
      assert.include(missing, { tag: "HttpFailed" })
    })
  )
})

describe("an archive on a server that is an attack", () => {
  it.effect("is refused as a bomb, and leaves nothing", () =>
    Effect.gen(function* () {
      const bomb = tgz([{ path: "l", body: Buffer.alloc(20 * 1024 * 1024) }])
      const { disk, run, url } = yield* world((_request, response) => response.end(bomb))
      assert.include(yield* refuse(disk, run(install(requestOf(url)))), { tag: "ArchiveTooLarge", exit: 4 })
      assert.deepStrictEqual(leftovers(disk), [])
    })
  )
  it.effect("is read no further than the bound of an archive, however much is sent", () =>
    Effect.gen(function* () {
      const { disk, run, url } = yield* world((_request, response) => {
        response.setHeader("content-length", String(2 ** 30))
        response.write("x")
      })
      assert.include(yield* refuse(disk, run(install(requestOf(url)))), { tag: "ResponseTooLarge", exit: 4 })
      assert.deepStrictEqual(leftovers(disk), [])
    })
  )
  it.effect("leaves nothing when it is interrupted in the middle of the download", () =>
    Effect.gen(function* () {
      const isOpen = yield* Deferred.make<void>()
      const { disk, run, url } = yield* world((_request, response) => {
        response.setHeader("content-length", "100000")
        response.write(packed().subarray(0, 200))
      })
      const fiber = yield* Effect.forkChild(
        Effect.provideService(run(install(requestOf(url))), Progress, {
          step: () => {},
          bytes: () => Deferred.doneUnsafe(isOpen, Effect.void)
        })
      )
      yield* Deferred.await(isOpen)
      assert.isNotEmpty(leftovers(disk))
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(leftovers(disk), [])
    })
  )
})

describe("credentials of an address", () => {
  it.effect("reach the server, and no record; an update without them says how to give them again", () =>
    Effect.gen(function* () {
      const basic = `Basic ${Buffer.from("ada:s3cret").toString("base64")}`
      const { disk, now, run, server, url } = yield* world((request, response) => {
        const isKnown =
          request.headers.authorization === basic && request.url?.includes("token=t0ken") === true
        if (isKnown) response.end(packed())
        else response.writeHead(401).end()
      })
      const whole = `${url.replace("https://", "https://ada:s3cret@")}?v=1&token=t0ken`
      yield* run(install(requestOf(whole)))
      assert.strictEqual((yield* entryOf(disk))?.source, `${url}?v=1`)
      const refusal = yield* refuse(disk, run(updating()))
      assert.include(refusal, { tag: "HttpStatus", exit: 1 })
      assert.include(refusal.hints.join(), "gsd capability update ID URL")
      assert.strictEqual((yield* run(updating({ spec: whole }))).status, "unchanged")
      now.handle = (request) => request.socket.destroy()
      const failure = yield* Effect.flip(run(updating({ spec: whole })))
      for (const secret of ["s3cret", "t0ken", basic]) {
        assert.notInclude(wordsOf(failure), secret)
        assert.notInclude(everything(disk), secret)
      }
      assert.include(everything(disk), `${server.url}/repo.tgz`)
    })
  )
})
