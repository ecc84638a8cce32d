import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { decodeExport, encodeExport, type Exported } from "../../src/domain/exchange/exportFile.ts"
import { globalScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { exportBundles } from "../../src/pipelines/exportBundles.ts"
import { importBundles } from "../../src/pipelines/importBundles.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { Ledger } from "../../src/services/Ledger.ts"
import { filesOf, tgz } from "../layers/archive/build.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { put } from "../support/home.ts"
import { machineOf, npmAnswers } from "../support/scripted.ts"

const wait = Duration.seconds(30)
const scope = globalScope

const usual = { scope, wait, replace: false, allowDowngrade: false }

const fileOn = (disk: MemoryDisk.MemoryDisk, path: string): Uint8Array => {
  const entry = disk.snapshot().get(path)
  return entry?.kind === "file" ? entry.bytes : new Uint8Array()
}

const write = (disk: MemoryDisk.MemoryDisk, path: string, bytes: Uint8Array | string) =>
  Effect.provide(put(path, bytes), DurableMemory.layerOn(disk))

/** A machine that reaches an npm registry, and what it exported. */
const exported = Effect.gen(function* () {
  const disk = machineOf({
    ...below("/local/other", capability({ id: "other", skills: [], requires: ["hk-cap"] }))
  })
  const run = runOn(disk, { http: npmAnswers })
  yield* run(install(requestOf("npm:hk-cap@1.0.0")))
  yield* run(install(requestOf("/local/other")))
  const report = yield* run(exportBundles({ ids: ["other", "hk-cap"], scope, out: "/home/ada/carried.tgz" }))
  return { disk, run, report, bytes: fileOn(disk, "/home/ada/carried.tgz") }
})

/** A machine that reaches nobody, with a file that was carried there. */
const lonely = (bytes: Uint8Array, policy?: string) =>
  MemoryDisk.make({
    directories: ["/home/ada"],
    files: {
      "/usb/carried.tgz": bytes,
      ...(policy === undefined ? {} : { "/home/ada/.gsd/policy.json": policy })
    }
  })

const carried = { ...usual, file: "/usb/carried.tgz" }

const entriesOn = (disk: MemoryDisk.MemoryDisk) =>
  runOn(disk)(Effect.flatMap(Ledger, (ledger) => ledger.read(scope))).pipe(
    Effect.map(({ entries }) => entries)
  )

describe("export and import", () => {
  it.effect("carry bytes and where they came from to a machine that reaches nobody", () =>
    Effect.gen(function* () {
      const { bytes, disk, report } = yield* exported
      assert.deepStrictEqual(
        report.capabilities.map(({ id, resolved, source }) => [id, source, resolved]),
        [
          ["hk-cap", "npm:hk-cap@1.0.0", "1.0.0"],
          ["other", "local", undefined]
        ]
      )
      const there = lonely(bytes)
      const run = runOn(there)
      const imported = yield* run(importBundles(carried))
      assert.isTrue(imported.complete)
      assert.deepStrictEqual(
        imported.results.map(({ id, status }) => [id, status]),
        [
          ["hk-cap", "installed"],
          ["other", "installed"]
        ]
      )
      const [mine, theirs] = [yield* entriesOn(disk), yield* entriesOn(there)]
      const [a, b] = [mine.get("hk-cap"), theirs.get("hk-cap")]
      for (const name of ["source", "resolved", "integrity", "contentHash", "consentDigest"] as const)
        assert.strictEqual(b?.[name], a?.[name], name)
      assert.strictEqual(theirs.get("other")?.source, "/usb/carried.tgz/other")
      assert.deepStrictEqual(
        (yield* run(list(scope))).map(({ status }) => status),
        ["active", "active"]
      )
      const again = yield* run(importBundles(carried))
      assert.deepStrictEqual(
        again.results.map(({ status }) => status),
        ["unchanged", "unchanged"]
      )
    })
  )

  it.effect("give the same bytes for the same capabilities", () =>
    Effect.gen(function* () {
      const { disk, report, run } = yield* exported
      const other = yield* run(
        exportBundles({ ids: ["hk-cap", "other", "hk-cap"], scope, out: "/home/ada/again.tgz" })
      )
      assert.strictEqual(other.sha512, report.sha512)
      assert.deepStrictEqual(fileOn(disk, "/home/ada/again.tgz"), fileOn(disk, "/home/ada/carried.tgz"))
    })
  )

  it.effect("ask, and obey the policy about the source that is named", () =>
    Effect.gen(function* () {
      const { bytes } = yield* exported
      const declined = yield* runOn(lonely(bytes), { consent: { yes: false } })(importBundles(carried))
      assert.deepInclude(declined.results[0]?.error, { exitCode: 3 })
      const local = yield* runOn(lonely(bytes, '{"strictKnownRegistries":["local"]}'))(importBundles(carried))
      assert.deepInclude(local.results[0]?.error, { _tag: "SourceNotAllowed", exitCode: 4 })
      const signed = yield* runOn(lonely(bytes, '{"signatures":"required"}'))(importBundles(carried))
      assert.deepInclude(signed.results[0]?.error, { _tag: "SignatureRequired", exitCode: 4 })
    })
  )

  it.effect("write the lockfile of a project like every install", () =>
    Effect.gen(function* () {
      const { bytes } = yield* exported
      const root = "/workspace/app"
      const disk = lonely(bytes)
      yield* write(disk, `${root}/.git/HEAD`, "")
      const run = runOn(disk, { workingDirectory: root })
      yield* run(importBundles({ ...carried, scope: projectScope(root) }))
      const lock = new TextDecoder().decode(fileOn(disk, `${root}/.gsd/capabilities.lock.json`))
      assert.deepInclude(
        (JSON.parse(lock) as { capabilities: Record<string, object> }).capabilities["hk-cap"],
        { source: "npm:hk-cap@1.0.0", resolved: "1.0.0" }
      )
    })
  )

  it.effect("refuse what is not installed, modified, or named like no archive, and write nothing", () =>
    Effect.gen(function* () {
      const { disk, run } = yield* exported
      const refused = (ids: ReadonlyArray<string>, out: string) =>
        Effect.flip(run(exportBundles({ ids, scope, out })))
      assert.strictEqual((yield* refused(["nobody"], "/home/ada/x.tgz"))._tag, "NotInstalled")
      assert.strictEqual((yield* refused(["hk-cap"], "/home/ada/x.zip"))._tag, "PackOutputRefused")
      const stored = [...disk.snapshot().keys()].find(
        (path) => path.endsWith("/hooks/a.sh") && path.includes("store")
      )
      yield* write(disk, stored ?? "", "evil\n")
      assert.strictEqual((yield* refused(["hk-cap", "other"], "/home/ada/x.tgz"))._tag, "IntegrityMismatch")
      assert.isFalse(disk.snapshot().has("/home/ada/x.tgz"))
    })
  )
})

describe("import of a hostile file", () => {
  const hash = `sha512-${"A".repeat(86)}==`

  const contents = (capabilities: ReadonlyArray<unknown>): string =>
    JSON.stringify({ format: "gsd-export-1", capabilities })

  const good = {
    id: "hk-cap",
    version: "1.0.0",
    source: "npm:hk-cap@1.0.0",
    resolved: "1.0.0",
    contentHash: hash
  }

  const archive = (table: string, more: Readonly<Record<string, string>> = {}) =>
    tgz({ "export.json": table, ...below("hk-cap", capability()), ...more })

  it.effect("refuses a table that does not fit, and installs nothing", () =>
    Effect.gen(function* () {
      const refusals: ReadonlyArray<readonly [string, Uint8Array]> = [
        ["no table", tgz(filesOf(capability(), "hk-cap/"))],
        ["no JSON", archive("{")],
        ["another format", archive(JSON.stringify({ format: "gsd-export-2", capabilities: [] }))],
        ["an id twice", archive(contents([good, good]))],
        ["an id that leaves", archive(contents([{ ...good, id: "../hk-cap" }]))],
        ["no digest", archive(contents([{ ...good, contentHash: "sha512-x" }]))],
        ["a path as its source", archive(contents([{ ...good, source: "/etc" }]))],
        ["a transport helper", archive(contents([{ ...good, source: "git+ext::sh -c touch" }]))],
        ["a version that is none", archive(contents([{ ...good, version: "\u001b[2K" }]))],
        ["what a package cannot resolve to", archive(contents([{ ...good, resolved: "--x" }]))],
        [
          "what a repository cannot resolve to",
          archive(contents([{ ...good, source: "https://host.example/a.git", resolved: "main" }]))
        ],
        [
          "a ref that is an option",
          archive(
            contents([
              {
                ...good,
                source: "https://host.example/a.git",
                resolved: "0".repeat(40),
                ref: "refs/heads/--upload-pack=x"
              }
            ])
          )
        ],
        ["a file of nobody", archive(contents([good]), { "stray.txt": "x" })],
        ["no files", archive(contents([good, { ...good, id: "zz" }]))]
      ]
      for (const [name, bytes] of refusals) {
        const disk = lonely(bytes)
        const refused = yield* Effect.flip(runOn(disk)(importBundles(carried)))
        assert.strictEqual(refused._tag, "ExportUnusable", name)
        assert.isFalse(disk.snapshot().has("/home/ada/.gsd/ledger.json"), name)
      }
    })
  )

  it.effect("refuses other bytes than it names, links, and a file that is none", () =>
    Effect.gen(function* () {
      const other = yield* runOn(lonely(archive(contents([good]))))(importBundles(carried))
      assert.deepInclude(other.results[0]?.error, { _tag: "IntegrityMismatch", exitCode: 4 })
      const table = contents([good])
      const link = tgz([
        ...filesOf({ "export.json": table }),
        ...filesOf(capability(), "hk-cap/"),
        { path: "hk-cap/docs/link", type: "2", link: "/etc/passwd" }
      ])
      const linked = yield* Effect.flip(runOn(lonely(link))(importBundles(carried)))
      assert.strictEqual(linked._tag, "BundleRefused")
      const missing = yield* Effect.flip(
        runOn(lonely(link))(importBundles({ ...carried, file: "/usb/no.tgz" }))
      )
      assert.strictEqual(missing._tag, "SourceMissing")
    })
  )

  it("is read back as it was written", () => {
    const one: Exported = { ...good, sha512: hash, ref: "refs/tags/v1" }
    const read = decodeExport(encodeExport([one]))
    assert.deepStrictEqual(read, Result.succeed({ format: "gsd-export-1", capabilities: [one] }))
  })
})
