import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import type * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { lockCheck } from "../../src/pipelines/lock.ts"
import { sync } from "../../src/pipelines/sync.ts"
import { frozenRequest } from "../../src/pipelines/sync/frozen.ts"
import { tgz, filesOf } from "../layers/archive/build.ts"
import { capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { put } from "../support/home.ts"
import { netDisk, runNet } from "../support/https.ts"
import { cloned, textOn } from "../support/machines.ts"
import { machineOf, npmAnswers } from "../support/scripted.ts"
import { authority, serveTls } from "../support/tls.ts"

const wait = Duration.seconds(30)
const root = "/workspace/app"
const scope = projectScope(root)
const lockPath = `${root}/.gsd/capabilities.lock.json`
const npmrc = { "/home/ada/.npmrc": "registry=https://npm.example/\n" }

const online = (disk: MemoryDisk.MemoryDisk) => runOn(disk, { workingDirectory: root, http: npmAnswers })

const lockedIn = (disk: MemoryDisk.MemoryDisk) =>
  (JSON.parse(textOn(disk, lockPath) ?? "") as { capabilities: Record<string, Record<string, string>> })
    .capabilities["hk-cap"] ?? {}

const rewrite = (disk: MemoryDisk.MemoryDisk, members: Readonly<Record<string, string>>) => {
  const text = JSON.stringify({ version: 1, capabilities: { "hk-cap": { ...lockedIn(disk), ...members } } })
  return Effect.provide(put(lockPath, text), DurableMemory.layerOn(disk))
}

/** A project whose lockfile pins a version of a range, which is not the newest any more. */
const pinned = Effect.gen(function* () {
  const first = machineOf({ [`${root}/.git/HEAD`]: "" })
  yield* online(first)(install(requestOf("npm:hk-cap@1.0.0", { scope })))
  yield* rewrite(first, { source: "npm:hk-cap@^1" })
  return first
})

describe("sync from servers", () => {
  it.effect("takes exactly the version and bytes that are pinned, though there is a newer one", () =>
    Effect.gen(function* () {
      const first = yield* pinned
      assert.deepInclude(lockedIn(first), { resolved: "1.0.0", source: "npm:hk-cap@^1" })
      assert.match(lockedIn(first)["sha512"] ?? "", /^sha512-/u)
      const second = cloned(first, root, npmrc)
      const before = textOn(second, lockPath)
      const report = yield* online(second)(sync(scope, { wait, prune: false }))
      assert.deepInclude(report.results[0], { id: "hk-cap", status: "installed", version: "1.0.0" })
      assert.strictEqual(textOn(second, lockPath), before)
      assert.strictEqual((yield* online(second)(lockCheck(scope))).status, "agrees")
      const [row] = yield* online(second)(list(scope))
      assert.deepInclude(row, { source: "npm:hk-cap@^1", status: "active" })
    })
  )

  it.effect("refuses a version of another digest, and content that is not what was agreed on", () =>
    Effect.gen(function* () {
      const hash = `sha512-${"A".repeat(86)}==`
      for (const members of [{ sha512: hash }, { contentHash: hash }, { resolved: "1.1.0" }]) {
        const second = cloned(yield* pinned, root, npmrc)
        yield* rewrite(second, members)
        const report = yield* online(second)(sync(scope, { wait, prune: false }))
        const name = JSON.stringify(members)
        assert.deepInclude(report.results[0]?.error, { _tag: "IntegrityMismatch", exitCode: 4 }, name)
        assert.isUndefined(textOn(second, `/home/ada/.gsd/projects/${scope.key}/ledger.json`), name)
      }
    })
  )

  it.effect("works where nobody answers, from bytes that another scope installed", () =>
    Effect.gen(function* () {
      const second = cloned(yield* pinned, root, npmrc)
      yield* online(second)(install(requestOf("npm:hk-cap@1.0.0", { scope: globalScope })))
      const report = yield* runOn(second, { workingDirectory: root })(sync(scope, { wait, prune: false }))
      assert.deepInclude(report.results[0], { id: "hk-cap", status: "installed" })
    })
  )

  it.effect("is frozen to the source as it is written, whatever it means today", () =>
    Effect.gen(function* () {
      const second = cloned(yield* pinned, root, npmrc)
      const frozen = (spec: string) =>
        online(second)(Effect.flatMap(frozenRequest(scope, { spec, wait }), (request) => install(request)))
      assert.strictEqual((yield* Effect.flip(frozen("npm:hk-cap")))._tag, "NotLocked")
      assert.deepInclude(yield* frozen("npm:hk-cap@^1"), { status: "installed", version: "1.0.0" })
    })
  )

  it.effect(
    "fetches an archive by its digest, refuses another one, and does without the server what is cached",
    () =>
      Effect.gen(function* () {
        const by = yield* authority()
        let body = tgz(filesOf(capability(), "repo/"))
        let asked = 0
        const server = yield* serveTls(by, (_request, response) => {
          asked += 1
          response.end(body)
        })
        const files = { [`${root}/.git/HEAD`]: "" }
        const first = netDisk(by, { allow: ["localhost"] }, files)
        yield* runNet(first)(install(requestOf(`${server.url}/repo.tgz`, { scope })))
        const lock = textOn(first, lockPath) ?? ""
        const second = netDisk(by, { allow: ["localhost"] }, { ...files, [lockPath]: lock })
        const bringing = sync(scope, { wait, prune: false })
        body = tgz(filesOf(capability({ version: "9.0.0" }), "repo/"))
        const refused = yield* runNet(second)(bringing)
        assert.deepInclude(refused.results[0]?.error, { _tag: "IntegrityMismatch" })
        body = tgz(filesOf(capability(), "repo/"))
        const brought = yield* runNet(second)(bringing)
        assert.deepInclude(brought.results[0], { status: "installed", version: "1.0.0" })
        assert.strictEqual(textOn(second, lockPath), lock)
        // Another machine's cache, and no server.
        const cache = [...second.snapshot()].flatMap(([path, entry]) =>
          path.includes("/.gsd/cache/artifacts/") && entry.kind === "file"
            ? [[path, entry.bytes] as const]
            : []
        )
        assert.isNotEmpty(cache)
        const third = netDisk(by, {}, { ...files, [lockPath]: lock, ...Object.fromEntries(cache) })
        const before = asked
        const offline = yield* runNet(third, { offline: true })(bringing)
        assert.deepInclude(offline.results[0], { status: "installed" })
        assert.strictEqual(asked, before)
      }).pipe(Effect.scoped)
  )

  it.effect("does offline with a package that is in the cache, and only with that", () =>
    Effect.gen(function* () {
      const first = yield* pinned
      const cache = [...first.snapshot()].flatMap(([path, entry]) =>
        path.includes("/.gsd/cache/artifacts/") && entry.kind === "file" ? [[path, entry.bytes] as const] : []
      )
      assert.isNotEmpty(cache)
      const by = yield* authority()
      const lock = textOn(first, lockPath) ?? ""
      const files = { ...npmrc, [`${root}/.git/HEAD`]: "", [lockPath]: lock }
      const bringing = sync(scope, { wait, prune: false })
      const without = yield* runNet(netDisk(by, {}, files), { offline: true })(bringing)
      assert.deepInclude(without.results[0]?.error, { _tag: "Offline" })
      const cached = netDisk(by, {}, { ...files, ...Object.fromEntries(cache) })
      const report = yield* runNet(cached, { offline: true })(bringing)
      assert.deepInclude(report.results[0], { status: "installed", version: "1.0.0" })
    }).pipe(Effect.scoped)
  )
})
