import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { globalScope } from "../../src/domain/paths.ts"
import { install } from "../../src/pipelines/install.ts"
import { outdated } from "../../src/pipelines/outdated.ts"
import { plan } from "../../src/pipelines/plan.ts"
import { update } from "../../src/pipelines/update.ts"
import { verify } from "../../src/pipelines/verify.ts"
import { Ledger } from "../../src/services/Ledger.ts"
import { capability } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { authorityLayer, npmDisk, runNpm, serveNpm, TestAuthority, type NpmRun } from "../support/npm.ts"
import { filesOf, tgz } from "../layers/archive/build.ts"
import { serveProxy } from "../support/proxy.ts"
import { treeOf } from "../support/refusal.ts"

const scope = globalScope

const updateRequest = { id: "hk-cap", scope, wait: Duration.seconds(30), allowDowngrade: false }

const entryOf = (disk: MemoryDisk) =>
  Effect.flatMap(Ledger, (ledger) => ledger.read(scope)).pipe(
    runNpm(disk),
    Effect.map((state) => state.entries.get("hk-cap"))
  )

const rowOf = (disk: MemoryDisk, run: NpmRun = {}) =>
  Effect.map(runNpm(disk, run)(outdated(scope, [])), ([row]) => row)

/** A registry with `@scope/cap@1.0.0`, and a user whose configuration names it. */
const usual = Effect.gen(function* () {
  const by = yield* TestAuthority
  const shelf = yield* serveNpm(by)
  shelf.publish({ name: "@scope/cap", version: "1.0.0" })
  return { by, shelf, disk: npmDisk(by, { npmrc: `@scope:registry=${shelf.url}\n` }) }
})

layer(authorityLayer)("a capability from npm", (it) => {
  it.effect("is installed as the same bytes from a folder would be, and its place is recorded", () =>
    Effect.gen(function* () {
      const { disk } = yield* usual
      const receipt = yield* runNpm(disk)(install(requestOf("npm:@scope/cap")))
      assert.strictEqual(receipt.status, "installed")
      const entry = yield* entryOf(disk)
      assert.strictEqual(entry?.source, "npm:@scope/cap")
      assert.strictEqual(entry?.resolved, "1.0.0")
      assert.match(entry?.integrity ?? "", /^sha512-/u)
      assert.notStrictEqual(entry?.integrity, entry?.contentHash)
      assert.strictEqual((yield* runNpm(disk)(verify(scope, []))).verdict, "ok")
    })
  )
  it.effect("U31: `latest` is asked for anew each time, and offline is `unknown` with the reason", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      yield* runNpm(disk)(install(requestOf("npm:@scope/cap")))
      assert.deepInclude(yield* rowOf(disk), { status: "current" })
      shelf.publish({ name: "@scope/cap", version: "1.0.1" })
      assert.deepInclude(yield* rowOf(disk), { status: "outdated", current: "1.0.0", latest: "1.0.1" })
      const before = treeOf(disk)
      const offline = yield* rowOf(disk, { offline: true })
      assert.deepInclude(offline, { status: "unknown", latest: null })
      assert.match(offline?.reason ?? "", /--offline/u)
      const failed = yield* Effect.flip(runNpm(disk, { offline: true })(update(updateRequest)))
      assert.strictEqual(failed._tag, "Offline")
      assert.deepStrictEqual(treeOf(disk), before)
      assert.deepInclude(yield* runNpm(disk)(update(updateRequest)), { status: "upgraded", version: "1.0.1" })
      assert.deepInclude(yield* rowOf(disk), { status: "current", current: "1.0.1" })
      shelf.publish({ name: "@scope/cap", version: "2.0.0" })
      assert.deepInclude(yield* runNpm(disk)(install(requestOf("npm:@scope/cap"))), { version: "2.0.0" })
    })
  )
  it.effect("stays in the range or at the version that was asked for", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      yield* runNpm(disk)(install(requestOf("npm:@scope/cap@^1")))
      shelf.publish({ name: "@scope/cap", version: "2.0.0" })
      shelf.publish({ name: "@scope/cap", version: "1.4.0" }, null)
      assert.deepInclude(yield* rowOf(disk), { latest: "1.4.0" })
      assert.deepInclude(yield* runNpm(disk)(update(updateRequest)), { version: "1.4.0" })
      yield* runNpm(disk)(install(requestOf("npm:@scope/cap@1.4.0", { replace: true })))
      shelf.publish({ name: "@scope/cap", version: "1.5.0" }, null)
      assert.deepInclude(yield* runNpm(disk)(update(updateRequest)), { status: "unchanged" })
    })
  )
  it.effect("U10: an update that cannot be fetched leaves everything as it was", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      yield* runNpm(disk)(install(requestOf("npm:@scope/cap")))
      const before = treeOf(disk)
      const faults = [
        { dist: { tarball: "https://localhost:1/refused.tgz" }, tag: "HttpFailed" },
        { sent: new Uint8Array(10), tag: "IntegrityMismatch" },
        { dist: { tarball: `${shelf.url}nothing/-/nothing-1.0.0.tgz` }, tag: "SourceNotFound" },
        { files: { "README.md": "no manifest" }, tag: "ManifestMissing" }
      ]
      for (const { tag, ...fault } of faults) {
        shelf.publish({ name: "@scope/cap", version: "1.0.1", ...fault })
        const failure = yield* Effect.flip(runNpm(disk)(update(updateRequest)))
        assert.strictEqual(failure._tag, tag)
        assert.deepStrictEqual(treeOf(disk), before)
      }
    })
  )
  it.effect("never holds a token in the ledger, the cache or anything else it leaves", () =>
    Effect.gen(function* () {
      const by = yield* TestAuthority
      const shelf = yield* serveNpm(by, { token: "the-secret" })
      shelf.publish({ name: "cap", version: "1.0.0" })
      const npmrc = `registry=${shelf.url}\n${shelf.nerf}:_authToken=the-secret\n`
      const disk = npmDisk(by, { npmrc })
      yield* runNpm(disk)(install(requestOf("npm:cap")))
      const planned = yield* runNpm(disk)(plan(requestOf("npm:cap")))
      assert.notInclude(JSON.stringify(planned), "the-secret")
      const left = [...disk.snapshot()].filter(([path]) => path.startsWith("/home/ada/.gsd/"))
      assert.isNotEmpty(left)
      for (const [path, entry] of left)
        if (entry.kind === "file")
          assert.notInclude(Buffer.from(entry.bytes).toString("latin1"), "the-secret", path)
    })
  )
  it.effect("is refused where the policy does not name npm", () =>
    Effect.gen(function* () {
      const { by, shelf } = yield* usual
      const policy = { network: { allow: ["localhost"] }, strictKnownRegistries: ["local", "localhost"] }
      const disk = npmDisk(by, { npmrc: `@scope:registry=${shelf.url}\n`, policy })
      const failure = yield* Effect.flip(runNpm(disk)(install(requestOf("npm:@scope/cap"))))
      assert.deepInclude(failure, { _tag: "SourceNotAllowed", needed: "npm" })
      assert.lengthOf(shelf.requests, 0)
    })
  )
  it.effect(
    "asks for nothing because of scripts in its package, and says what its author says against it",
    () =>
      Effect.gen(function* () {
        const { disk, shelf } = yield* usual
        const scripts = { preinstall: "exit 1", install: "exit 1", postinstall: "exit 1", prepare: "exit 1" }
        shelf.publish({
          name: "@scope/cap",
          version: "1.0.0",
          manifest: { scripts },
          deprecated: "use another",
          files: capability()
        })
        const receipt = yield* runNpm(disk)(install(requestOf("npm:@scope/cap")))
        assert.strictEqual(receipt.status, "installed")
        assert.include(receipt.warnings, "`1.0.0` is deprecated: use another")
      })
  )
  it.effect("U37: comes from a mirror on the disk with all its commands, and nobody is asked", () =>
    Effect.gen(function* () {
      const by = yield* TestAuthority
      const tarball = tgz(filesOf({ "package.json": "{}", ...capability() }, "package/"))
      const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`
      const url = "https://registry.example/@scope/cap/-/cap-1.0.0.tgz"
      const packument = {
        "dist-tags": { latest: "1.0.0" },
        versions: { "1.0.0": { name: "@scope/cap", version: "1.0.0", dist: { tarball: url, integrity } } }
      }
      const disk = npmDisk(by, {
        npmrc: "registry=https://registry.example/\n//registry.example/:_authToken=t0\n",
        policy: { network: { mirror: "file:///m" } },
        files: {
          "/m/registry.example/@scope/cap/index.json": JSON.stringify(packument),
          "/m/registry.example/@scope/cap/-/cap-1.0.0.tgz": tarball
        }
      })
      const run = runNpm(disk, { offline: true })
      assert.deepInclude(yield* run(install(requestOf("npm:@scope/cap"))), { status: "installed" })
      assert.deepInclude(yield* run(update(updateRequest)), { status: "unchanged" })
      assert.deepInclude(yield* rowOf(disk, { offline: true }), { status: "current" })
      assert.strictEqual((yield* run(verify(scope, []))).verdict, "ok")
      const missing = yield* Effect.flip(run(install(requestOf("npm:other"))))
      assert.deepInclude(missing, { _tag: "HttpFailed", fault: "missing" })
    })
  )
  it.effect("says that it came through a proxy, which looks names up itself", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      const proxy = yield* serveProxy({ to: Number(new URL(shelf.url).port) })
      const variables = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }
      const receipt = yield* runNpm(disk, { variables })(install(requestOf("npm:@scope/cap")))
      assert.match(receipt.warnings.join(), /via proxy: it looks `localhost:\d+` up itself/u)
      assert.isNotEmpty(proxy.asked)
    })
  )
  it.effect("comes from the cache when its digest is there, and is asked for once", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      yield* runNpm(disk)(install(requestOf("npm:@scope/cap")))
      yield* runNpm(disk)(update(updateRequest))
      const tarballs = shelf.requests.filter(({ line }) => line.includes("/-/"))
      assert.lengthOf(tarballs, 1)
    })
  )
})
