import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { HostVersionUnknown } from "../../src/domain/home/errors.ts"
import { globalScope } from "../../src/domain/paths.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { show } from "../../src/pipelines/show.ts"
import { trustList, trustRevoke } from "../../src/pipelines/trust.ts"
import { update } from "../../src/pipelines/update.ts"
import { verify } from "../../src/pipelines/verify.ts"
import { HostVersion } from "../../src/services/HostVersion.ts"
import { below, capability, type CapabilityFiles } from "../support/capabilities.ts"
import { text } from "../support/disk.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { put } from "../support/home.ts"
import { diskWith, refuse, treeBesideTrash } from "../support/refusal.ts"

const scope = globalScope
const wait = Duration.seconds(1)
const id = "hk-cap"

const v2: CapabilityFiles = capability({ version: "1.1.0" }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" })

const diskNow = diskWith({ ...below("/src/hk-cap", capability()), ...below("/v2/hk-cap", v2) })

const write = (disk: MemoryDisk, path: string, content: string) =>
  put(path, content, 0o600).pipe(Effect.provide(DurableMemory.layerOn(disk)))

const bytesAt = (disk: MemoryDisk, path: string): string => {
  const found = disk.snapshot().get(path)
  return found?.kind === "file" ? text(found.bytes) : ""
}

const bytesOn = (disk: MemoryDisk): number =>
  [...disk.snapshot().values()].reduce(
    (sum, one) => sum + (one.kind === "file" ? one.bytes.byteLength : 0),
    0
  )

const statuses = (disk: MemoryDisk) =>
  Effect.map(runOn(disk)(list(scope)), (rows) => rows.map((row) => `${row.id} ${row.version} ${row.status}`))

const writers = {
  install: install(requestOf("/src/hk-cap")),
  update: update({ id: "other", scope, wait, allowDowngrade: false }),
  remove: remove({ id: "other", scope, wait }),
  rollback: rollback({ id: "other", scope, wait }),
  revoke: trustRevoke({ id: "other", scope, wait })
}

const readers = { list: list(scope), verify: verify(scope, []), show: show(scope, id) }

/** Any of the commands; the union of their types says nothing that is needed here. */
type Program = Effect.Effect<unknown, unknown>

const ledgerPath = "/home/ada/.gsd/ledger.json"

const consentPath = "/home/ada/.gsd/consent.json"

describe("a ledger that cannot be read", () => {
  const broken = (disk: MemoryDisk): ReadonlyArray<readonly [string, string]> => [
    ["LedgerCorrupt", bytesAt(disk, ledgerPath).slice(0, 10)],
    ["LedgerCorrupt", ""],
    ["LedgerTooNew", bytesAt(disk, ledgerPath).replace('"version": "2"', '"version": "3"')]
  ]
  it.effect("is left alone by every command, which says what to do", () =>
    Effect.gen(function* () {
      const disk = yield* diskNow
      for (const [tag, bytes] of broken(disk)) {
        yield* write(disk, ledgerPath, bytes)
        for (const [name, program] of Object.entries({ ...writers, ...readers })) {
          const refusal = yield* refuse(disk, runOn(disk)(program as Program))
          assert.deepInclude(refusal, { tag, exit: 4 }, name)
          assert.include(refusal.message, ledgerPath)
          assert.strictEqual(bytesAt(disk, ledgerPath), bytes)
        }
      }
    })
  )
  it.effect("keeps an entry that it cannot read word for word through other installs", () =>
    Effect.gen(function* () {
      const disk = yield* diskNow
      const strange = { version: 7, note: "\u00fc", nested: [1, { a: null }] }
      const ledger = JSON.parse(bytesAt(disk, ledgerPath))
      yield* write(disk, ledgerPath, JSON.stringify({ ...ledger, entries: { ...ledger.entries, strange } }))
      yield* runOn(disk)(install(requestOf("/src/hk-cap")))
      yield* runOn(disk)(remove({ id: "other", scope, wait }))
      const after = JSON.parse(bytesAt(disk, ledgerPath))
      assert.deepStrictEqual(after.quarantined, { strange })
      assert.deepStrictEqual(Object.keys(after.entries), ["hk-cap"])
      assert.deepStrictEqual(yield* statuses(disk), ["hk-cap 1.0.0 active", "strange  skipped"])
    })
  )
  it.effect("never takes the whole store for a bundle because an entry names no content", () =>
    Effect.gen(function* () {
      const disk = yield* diskNow
      const ledger = JSON.parse(bytesAt(disk, ledgerPath))
      const { other } = ledger.entries
      const broken = {
        ...other,
        contentHash: "",
        generations: [{ ...other.generations[0], contentHash: "" }]
      }
      yield* write(disk, ledgerPath, JSON.stringify({ ...ledger, entries: { other, broken } }))
      const refusal = yield* refuse(disk, runOn(disk)(remove({ id: "broken", scope, wait })))
      assert.include(refusal, { tag: "NotInstalled", exit: 6 })
      assert.deepStrictEqual(yield* statuses(disk), ["broken  skipped", "other 1.0.0 active"])
    })
  )
})

describe("a consent store that cannot be read", () => {
  it.effect(
    "is never overwritten: nothing is installed or changed by it, and what needs it is inactive",
    () =>
      Effect.gen(function* () {
        const disk = yield* diskNow
        for (const bytes of [bytesAt(disk, consentPath).slice(0, 10), "", '{"version":"9","records":[]}']) {
          yield* write(disk, consentPath, bytes)
          for (const [name, program] of Object.entries(writers)) {
            if (name === "rollback") continue
            const refusal = yield* refuse(disk, runOn(disk)(program as Program))
            assert.deepInclude(refusal, { tag: "ConsentCorrupt", exit: 4 }, name)
            assert.include(refusal.message, consentPath)
          }
          assert.include(yield* refuse(disk, runOn(disk)(trustList)), { tag: "ConsentCorrupt" })
          const rows = yield* runOn(disk)(list(scope))
          assert.deepStrictEqual(yield* statuses(disk), ["other 1.0.0 inactive"])
          assert.match(rows[0]?.reason ?? "", /consent store .*cannot be read/u)
          assert.strictEqual(bytesAt(disk, consentPath), bytes)
        }
      })
  )
})

describe("a disk", () => {
  it.effect(
    "U19: that is read-only lets everything be read, and refuses installs before anything is fetched",
    () =>
      Effect.gen(function* () {
        const disk = yield* diskNow
        disk.setReadOnly(true)
        const reads = disk.counts().get("File.readAlloc") ?? 0
        const refusal = yield* refuse(disk, runOn(disk)(install(requestOf("/src/hk-cap"))))
        assert.include(refusal, { tag: "DiskFailure", exit: 1 })
        assert.match(refusal.message, /\/home\/ada\/\.gsd\/.*read-only/u)
        assert.match(refusal.hints.join(" "), /--root/u)
        assert.strictEqual(disk.counts().get("File.readAlloc") ?? 0, reads)
        for (const program of [writers.remove, writers.revoke, writers.update])
          assert.include(yield* refuse(disk, runOn(disk)(program as Program)), { exit: 1 })
        assert.deepStrictEqual(yield* statuses(disk), ["other 1.0.0 active"])
        assert.strictEqual((yield* runOn(disk)(verify(scope, []))).verdict, "ok")
        assert.strictEqual((yield* runOn(disk)(show(scope, "other"))).status, "active")
        assert.strictEqual((yield* runOn(disk)(trustList)).length, 1)
      })
  )
  it.effect("that is read-only and has no H yet lists nothing and refuses installs", () =>
    Effect.gen(function* () {
      const disk = (yield* diskNow).copy()
      const run = runOn(disk, { variables: { GSD_HOME: "/home/ada/elsewhere" } })
      disk.setReadOnly(true)
      assert.deepStrictEqual(yield* run(list(scope)), [])
      const refusal = yield* refuse(disk, run(install(requestOf("/src/hk-cap"))))
      assert.include(refusal, { tag: "DiskFailure", exit: 1 })
      assert.include(refusal.message, "/home/ada/elsewhere")
    })
  )
  const walks = {
    install: install(requestOf("/src/hk-cap")),
    update: update({ id, spec: "/v2/hk-cap", scope, wait, allowDowngrade: false })
  }
  for (const [name, program] of Object.entries(walks)) {
    it.effect(`that is full at any twelfth of the need leaves ${name} before or after`, () =>
      Effect.gen(function* () {
        const start = yield* diskNow
        if (name === "update") yield* runOn(start)(walks.install)
        const done = start.copy()
        yield* runOn(done)(program as Program)
        const before = treeBesideTrash(start)
        const reports = [yield* statuses(start), yield* statuses(done)]
        // At its fullest the disk holds the new bytes and both of ledger and consent.
        const need =
          bytesOn(done) -
          bytesOn(start) +
          bytesAt(done, ledgerPath).length +
          bytesAt(done, consentPath).length
        const ends = new Set<string>()
        for (let part = 0; part <= 24; part += 1) {
          const disk = start.copy()
          disk.setCapacity(bytesOn(start) + Math.floor((need * part) / 12))
          const exit = yield* Effect.exit(runOn(disk)(program as Program))
          assert.deepStrictEqual(yield* statuses(disk), reports[exit._tag === "Failure" ? 0 : 1])
          ends.add(exit._tag)
          disk.setCapacity(Number.POSITIVE_INFINITY)
          // An undo that found no space either is completed by the next command, here a reader.
          yield* statuses(disk)
          if (exit._tag === "Failure") assert.deepStrictEqual(treeBesideTrash(disk), before)
          yield* runOn(disk)(program as Program)
          assert.sameMembers(Object.keys(treeBesideTrash(disk)), Object.keys(treeBesideTrash(done)))
        }
        assert.deepStrictEqual([...ends].toSorted(), ["Failure", "Success"])
      })
    )
  }
  it.effect("that is full says so, and where", () =>
    Effect.gen(function* () {
      const disk = yield* diskNow
      disk.setCapacity(0)
      const refusal = yield* refuse(disk, runOn(disk)(install(requestOf("/src/hk-cap"))))
      assert.include(refusal, { tag: "DiskFailure", exit: 1 })
      assert.match(refusal.message, /\/home\/ada\/\.gsd\/staging\/.*no space left/u)
      assert.match(refusal.hints.join(" "), /space/u)
    })
  )
})

describe("the engine's own version", () => {
  const rows: ReadonlyArray<readonly [string, "installed" | "EngineIncompatible" | "ManifestInvalid"]> = [
    [">=1.6.0 <3.0.0", "installed"],
    ["^1", "installed"],
    [">=1.15.0", "EngineIncompatible"],
    [">=2.0.0-0", "EngineIncompatible"],
    ["*", "installed"],
    ["", "ManifestInvalid"],
    ["not a range", "ManifestInvalid"]
  ]
  for (const [range, expected] of rows) {
    it.effect(`1.15.0-rc.2 in \`${range}\` is answered alike at install and load: ${expected}`, () =>
      Effect.gen(function* () {
        const disk = yield* diskWith(below("/src/hk-cap", capability({ engines: { gsd: range } })))
        const onHost = runOn(disk, { hostVersion: "1.15.0-rc.2" })
        if (expected === "installed") {
          yield* onHost(install(requestOf("/src/hk-cap")))
          const rows = yield* onHost(list(scope))
          assert.strictEqual(rows.find((row) => row.id === id)?.status, "active")
          return
        }
        const refusal = yield* refuse(disk, onHost(install(requestOf("/src/hk-cap"))))
        assert.include(refusal, { tag: expected, exit: 4 })
        if (expected === "ManifestInvalid") return assert.include(refusal.message, "/engines/gsd")
        assert.include(refusal.message, range)
        assert.include(refusal.message, "1.15.0-rc.2")
        const fits = runOn(disk, { hostVersion: "2.0.0" })
        yield* fits(install(requestOf("/src/hk-cap")))
        const loaded = yield* onHost(list(scope))
        assert.strictEqual(loaded.find((row) => row.id === id)?.status, "incompatible")
      })
    )
  }
  it.effect("is one error when it is unknown, and disables nothing", () =>
    Effect.gen(function* () {
      const disk = yield* diskNow
      const unknown = Layer.succeed(
        HostVersion,
        HostVersion.of({ read: Effect.fail(new HostVersionUnknown({ reason: "the file is gone" })) })
      )
      for (const program of [install(requestOf("/src/hk-cap")), list(scope)] as const) {
        const run = runOn(disk)(
          Effect.provide(program as Effect.Effect<unknown, unknown, HostVersion>, unknown)
        )
        const refusal = yield* refuse(disk, run)
        assert.include(refusal, { tag: "HostVersionUnknown", exit: 1 })
        assert.include(refusal.message, "the file is gone")
      }
      assert.deepStrictEqual(yield* statuses(disk), ["other 1.0.0 active"])
    })
  )
})
