import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { projectScope } from "../../src/domain/project/places.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { lock, lockCheck } from "../../src/pipelines/lock.ts"
import { sync, syncFrozen } from "../../src/pipelines/sync.ts"
import { frozenRequest } from "../../src/pipelines/sync/frozen.ts"
import { trustRevoke } from "../../src/pipelines/trust.ts"
import { update } from "../../src/pipelines/update.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { put } from "../support/home.ts"
import { cloned, onMachine, textOn } from "../support/machines.ts"

const wait = Duration.seconds(30)
const id = "hk-cap"
const root = "/workspace/app"
const scope = projectScope(root)
const lockPath = `${root}/.gsd/capabilities.lock.json`

const newer = capability({ version: "1.1.0" }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" })

const folders = {
  ...below("/v1/hk-cap", capability()),
  ...below("/v2/hk-cap", newer),
  ...below("/v1/other", capability({ id: "other", skills: [], hooks: [], requires: [id] }))
}

const firstMachine = () => MemoryDisk.make({ directories: ["/home/ada", `${root}/.git`], files: folders })

const inProject = (spec: string, flags = {}) => requestOf(spec, { scope, ...flags })

const write = (disk: MemoryDisk.MemoryDisk, path: string, text: string) =>
  Effect.provide(put(path, text), DurableMemory.layerOn(disk))

const bringing = { wait }

const pruning = { wait, prune: false }

const editLock = (disk: MemoryDisk.MemoryDisk, edit: (entry: Record<string, unknown>) => void) =>
  Effect.suspend(() => {
    const file = JSON.parse(textOn(disk, lockPath) ?? "") as {
      capabilities: Record<string, Record<string, unknown>>
    }
    const entry = file.capabilities[id] ?? {}
    edit(entry)
    return write(disk, lockPath, `${JSON.stringify(file, null, 2)}\n`)
  })

const team = Effect.gen(function* () {
  const first = firstMachine()
  const run = onMachine(first, root)
  yield* run(install(inProject("/v1/hk-cap")))
  yield* run(install(inProject("/v1/other")))
  return { first, run }
})

describe("sync", () => {
  it.effect("brings a second machine to what the first agreed on, in an order that requirements allow", () =>
    Effect.gen(function* () {
      const { first } = yield* team
      const second = cloned(first, root)
      const run = onMachine(second, root)
      const before = textOn(second, lockPath)
      const report = yield* run(sync(scope, pruning))
      assert.deepStrictEqual(
        report.results.map(({ id, status, version }) => [id, status, version]),
        [
          ["hk-cap", "installed", "1.0.0"],
          ["other", "installed", "1.0.0"]
        ]
      )
      assert.isTrue(report.complete)
      assert.strictEqual(textOn(second, lockPath), before)
      const rows = yield* run(list(scope))
      assert.deepStrictEqual(
        rows.map(({ status }) => status),
        ["active", "active"]
      )
      const again = yield* run(sync(scope, pruning))
      assert.deepStrictEqual(
        again.results.map(({ status }) => status),
        ["unchanged", "unchanged"]
      )
    })
  )

  it.effect("asks although the lockfile holds a digest, and one that is declined stops no other", () =>
    Effect.gen(function* () {
      const { first } = yield* team
      const second = cloned(first, root)
      const report = yield* onMachine(second, root, { yes: false })(sync(scope, pruning))
      assert.isFalse(report.complete)
      assert.deepStrictEqual(
        report.results.map(({ error, status }) => [status, error?.exitCode]),
        [
          ["failed", 3],
          // Requires the first, which is not there.
          ["failed", 4]
        ]
      )
      assert.deepStrictEqual(
        yield* onMachine(
          second,
          root
        )(list(scope)).pipe(Effect.map((rows) => rows.filter((row) => row.status === "active"))),
        []
      )
    })
  )

  it.effect("refuses other bytes before anything is asked", () =>
    Effect.gen(function* () {
      const { first } = yield* team
      const second = cloned(first, root)
      yield* write(second, `${root}/.gsd/capabilities/hk-cap/hooks/a.sh`, "#!/bin/sh\necho evil\n")
      const report = yield* onMachine(second, root)(sync(scope, pruning))
      const [row] = report.results
      assert.deepInclude(row, { id, status: "failed" })
      assert.deepInclude(row?.error, { _tag: "IntegrityMismatch", exitCode: 4 })
    })
  )

  it.effect("upgrades and goes back, asking about the older one although it was consented to once", () =>
    Effect.gen(function* () {
      const { first, run } = yield* team
      const old = textOn(first, lockPath) ?? ""
      const second = cloned(first, root)
      const there = onMachine(second, root)
      yield* there(sync(scope, pruning))
      yield* run(update({ id, spec: "/v2/hk-cap", scope, wait, allowDowngrade: false }))
      const moved = textOn(first, lockPath) ?? ""
      assert.notStrictEqual(moved, old)
      yield* write(second, lockPath, moved)
      yield* write(second, `${root}/.gsd/capabilities/hk-cap/capability.json`, newer["capability.json"] ?? "")
      yield* write(second, `${root}/.gsd/capabilities/hk-cap/hooks/a.sh`, newer["hooks/a.sh"] ?? "")
      const upgraded = yield* there(sync(scope, pruning))
      assert.deepInclude(upgraded.results[0], {
        id,
        status: "upgraded",
        previousVersion: "1.0.0",
        version: "1.1.0"
      })

      yield* write(second, lockPath, old)
      const declined = yield* onMachine(second, root, { yes: false })(sync(scope, pruning))
      assert.deepInclude(declined.results[0]?.error, { exitCode: 3 })
      const back = yield* there(sync(scope, pruning))
      assert.deepInclude(back.results[0], { id, status: "downgraded", version: "1.0.0" })
      assert.strictEqual(textOn(second, lockPath), old)
    })
  )

  it.effect("serves from the store what is nowhere else, and brings back what was revoked after asking", () =>
    Effect.gen(function* () {
      const { first, run } = yield* team
      yield* run(trustRevoke({ id, scope, wait }))
      const gone = cloned(first, root)
      assert.isDefined(textOn(gone, lockPath))
      yield* editLock(first, (entry) => {
        entry["source"] = "npm:hk-cap@1.0.0"
        entry["resolved"] = "1.0.0"
      })
      const report = yield* run(sync(scope, pruning))
      assert.deepInclude(report.results[0], { id, status: "upgraded" })
      assert.match(report.results[0]?.warnings.join("\n") ?? "", /its source was not asked/u)
      const [row] = yield* run(list(scope))
      assert.deepInclude(row, { source: "npm:hk-cap@1.0.0", status: "active" })
      // A machine without those bytes has to ask the registry, which does not answer here.
      yield* editLock(gone, (entry) => {
        entry["source"] = "npm:hk-cap@1.0.0"
      })
      const without = yield* onMachine(gone, root)(sync(scope, pruning))
      assert.deepInclude(without.results[0], { id, status: "failed" })
    })
  )

  it.effect("leaves what nobody named, and removes it when it is pruned", () =>
    Effect.gen(function* () {
      const { first, run } = yield* team
      const file = JSON.parse(textOn(first, lockPath) ?? "") as { capabilities: Record<string, unknown> }
      delete file.capabilities["other"]
      yield* write(first, lockPath, JSON.stringify(file))
      const kept = yield* run(sync(scope, pruning))
      assert.deepStrictEqual(
        kept.results.map(({ id, status }) => [id, status]),
        [
          ["hk-cap", "unchanged"],
          ["other", "extra"]
        ]
      )
      const pruned = yield* run(sync(scope, { wait, prune: true }))
      assert.deepInclude(pruned.results[1], { id: "other", status: "removed" })
    })
  )

  it.effect("refuses entries that name a path, no digest, or an id that leaves its folder", () =>
    Effect.gen(function* () {
      const { first, run } = yield* team
      const good = textOn(first, lockPath) ?? ""
      for (const [member, value] of [
        ["source", "/v2/hk-cap"],
        ["source", "../hk-cap"],
        ["source", "git+ext::sh -c touch"],
        ["contentHash", "sha512-no"],
        ["resolved", 1]
      ] as const) {
        yield* write(first, lockPath, good)
        yield* editLock(first, (entry) => {
          entry[member] = value
        })
        const [row] = (yield* run(sync(scope, pruning))).results
        assert.deepInclude(row?.error, { _tag: "LockEntryUnusable", exitCode: 4 }, String(value))
      }
    })
  )
})

describe("install --frozen", () => {
  it.effect("is refused as a whole where lockfile and project disagree, and nothing is changed", () =>
    Effect.gen(function* () {
      const { first } = yield* team
      for (const spoil of [
        (disk: MemoryDisk.MemoryDisk) =>
          write(disk, `${root}/.gsd/capabilities/hk-cap/hooks/a.sh`, "other\n"),
        (disk: MemoryDisk.MemoryDisk) => write(disk, `${root}/.gsd/capabilities/third/capability.json`, "{}"),
        (disk: MemoryDisk.MemoryDisk) =>
          editLock(disk, (entry) => {
            entry["contentHash"] = 7
          })
      ]) {
        const second = cloned(first, root)
        yield* spoil(second)
        const refused = yield* Effect.flip(onMachine(second, root)(syncFrozen(scope, bringing)))
        assert.strictEqual(refused._tag, "LockDrift")
        assert.isUndefined(textOn(second, `/home/ada/.gsd/projects/${scope.key}/ledger.json`))
      }
      const second = cloned(first, root)
      const report = yield* onMachine(second, root)(syncFrozen(scope, bringing))
      assert.isTrue(report.complete)
    })
  )

  it.effect("takes a source only as the lockfile names it", () =>
    Effect.gen(function* () {
      const { first } = yield* team
      const second = cloned(first, root, folders)
      const run = onMachine(second, root)
      const before = textOn(second, lockPath)
      const one = (spec: string) =>
        run(Effect.flatMap(frozenRequest(scope, { spec, wait }), (request) => install(request)))
      assert.strictEqual((yield* Effect.flip(one("/v2/hk-cap")))._tag, "NotLocked")
      assert.strictEqual((yield* Effect.flip(one("npm:hk-cap")))._tag, "NotLocked")
      assert.strictEqual((yield* one("/v1/hk-cap")).status, "installed")
      assert.strictEqual(textOn(second, lockPath), before)
    })
  )
})

describe("lock", () => {
  it.effect("writes what is installed, keeps what others added, and tells what was not so", () =>
    Effect.gen(function* () {
      const { first, run } = yield* team
      const good = textOn(first, lockPath) ?? ""
      assert.deepInclude(yield* run(lockCheck(scope)), { status: "agrees", drift: [] })
      assert.deepInclude(yield* run(lock(scope, pruning)), { status: "unchanged" })
      yield* editLock(first, (entry) => {
        entry["resolved"] = "9.9.9"
      })
      const checked = yield* run(lockCheck(scope))
      assert.deepInclude(checked, { status: "drifted" })
      assert.deepStrictEqual(
        checked.drift.map(({ id, kind }) => [id, kind]),
        [["hk-cap", "differs"]]
      )
      assert.match(
        checked.drift[0]?.detail ?? "",
        /resolved is `1\.0\.0` here and `9\.9\.9` in the lockfile/u
      )
      const written = yield* run(lock(scope, pruning))
      assert.deepInclude(written, { status: "written", capabilities: ["hk-cap", "other"] })
      assert.strictEqual(textOn(first, lockPath), good)

      const theirs = { source: "npm:x@1.0.0", resolved: "1.0.0", contentHash: "?", consentDigest: "?" }
      const file = JSON.parse(good) as { capabilities: Record<string, unknown> }
      yield* write(
        first,
        lockPath,
        JSON.stringify({ ...file, capabilities: { ...file.capabilities, zz: theirs } })
      )
      assert.deepStrictEqual((yield* run(lock(scope, pruning))).capabilities, ["hk-cap", "other", "zz"])
      assert.deepStrictEqual((yield* run(lock(scope, { wait, prune: true }))).capabilities, [
        "hk-cap",
        "other"
      ])
      assert.strictEqual(textOn(first, lockPath), good)
    })
  )

  it.effect("edits no lockfile that cannot be read", () =>
    Effect.gen(function* () {
      const { first, run } = yield* team
      yield* write(first, lockPath, "<<<<<<< ours\n")
      for (const refused of [
        yield* Effect.flip(run(lock(scope, pruning))),
        yield* Effect.flip(run(lockCheck(scope))),
        yield* Effect.flip(run(sync(scope, pruning)))
      ])
        assert.strictEqual(refused._tag, "LockfileUnreadable")
      assert.strictEqual(textOn(first, lockPath), "<<<<<<< ours\n")
    })
  )
})
