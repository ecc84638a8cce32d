import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { contentHash, integrityOf } from "../../src/domain/content/contentHash.ts"
import type { JsonObject } from "../../src/domain/json/value.ts"
import { globalScope } from "../../src/domain/paths.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { plan } from "../../src/pipelines/plan.ts"
import { update } from "../../src/pipelines/update.ts"
import { verify } from "../../src/pipelines/verify.ts"
import { Ledger } from "../../src/services/Ledger.ts"
import { filesOf, tgz } from "../layers/archive/build.ts"
import { below, capability, manifestOf, type CapabilityFiles } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { diskWith, refuse } from "../support/refusal.ts"

const scope = globalScope
const wait = Duration.seconds(30)

const packed = (files: CapabilityFiles = capability(), top = "hk-cap-1.0.0/") => tgz(filesOf(files, top))

const digestOf = (bytes: Uint8Array) => `sha512-${createHash("sha512").update(bytes).digest("base64")}`

const diskOf = (files: Record<string, string | Uint8Array>) =>
  MemoryDisk.make({ directories: ["/home/ada"], files })

const entryOf = (disk: MemoryDisk.MemoryDisk) =>
  Effect.flatMap(Ledger, (ledger) => ledger.read(scope)).pipe(
    runOn(disk),
    Effect.map((state) => state.entries.get("hk-cap"))
  )

describe("install from an archive", () => {
  it.effect("is the install from its folder: content hash, consent digest and files are the same", () =>
    Effect.gen(function* () {
      const archive = packed()
      const one = diskOf(below("/src/hk-cap", capability()))
      const other = diskOf({ "/src/any-name.tgz": archive })
      const fromFolder = yield* runOn(one)(install(requestOf("/src/hk-cap")))
      const fromArchive = yield* runOn(other)(install(requestOf("/src/any-name.tgz")))
      assert.deepStrictEqual(fromArchive, fromFolder)
      const [folderEntry, archiveEntry] = [yield* entryOf(one), yield* entryOf(other)]
      for (const member of ["contentHash", "consentDigest", "manifestHash", "files", "version"] as const)
        assert.deepStrictEqual(archiveEntry?.[member], folderEntry?.[member])
      assert.strictEqual(folderEntry?.integrity, folderEntry?.contentHash)
      assert.strictEqual(archiveEntry?.integrity, digestOf(archive))
      assert.strictEqual(archiveEntry?.source, "/src/any-name.tgz")
      assert.strictEqual((yield* runOn(other)(verify(scope, []))).verdict, "ok")
      const stored = (disk: MemoryDisk.MemoryDisk) =>
        [...disk.snapshot()].filter(([path]) => /\.gsd\/store\/.*\/bundle/u.test(path))
      assert.deepStrictEqual(stored(other), stored(one))
      assert.isNotEmpty(stored(one))
    })
  )
  it.effect("needs no new yes when the folder's bytes were consented to", () =>
    Effect.gen(function* () {
      const disk = diskOf({ ...below("/src/hk-cap", capability()), "/src/x.tgz": packed() })
      yield* runOn(disk)(install(requestOf("/src/hk-cap")))
      const moved = yield* runOn(disk, { consent: { yes: false } })(
        install(requestOf("/src/x.tgz", { replace: true }))
      )
      assert.notStrictEqual(moved.status, "installed")
      assert.strictEqual((yield* entryOf(disk))?.source, "/src/x.tgz")
    })
  )
  it.effect("updates from the archive's newer bytes", () =>
    Effect.gen(function* () {
      const disk = diskOf({
        "/src/x.tgz": packed(),
        "/src/y.tar.gz": packed(capability({ version: "1.1.0" }))
      })
      const run = runOn(disk)
      yield* run(install(requestOf("/src/x.tgz")))
      assert.strictEqual((yield* run(install(requestOf("/src/x.tgz")))).status, "unchanged")
      const same = yield* run(update({ id: "hk-cap", scope, wait, allowDowngrade: false }))
      assert.strictEqual(same.status, "unchanged")
      const next = yield* run(
        update({ id: "hk-cap", spec: "/src/y.tar.gz", scope, wait, allowDowngrade: false })
      )
      assert.include(next, { status: "upgraded", version: "1.1.0", generation: 2 })
      assert.deepStrictEqual(
        (yield* run(list(scope))).map((row) => [row.status, row.source]),
        [["active", "/src/y.tar.gz"]]
      )
    })
  )
  it.effect("takes the digest of the archive for --integrity, not the content hash", () =>
    Effect.gen(function* () {
      const archive = packed()
      const disk = yield* diskWith({ "/src/x.tgz": archive, ...below("/src/hk-cap", capability()) })
      const run = runOn(disk)
      const { contentHash: content } = yield* run(plan(requestOf("/src/x.tgz")))
      const wrong = yield* refuse(disk, run(install(requestOf("/src/x.tgz", { integrity: content }))))
      assert.include(wrong, { tag: "IntegrityMismatch", exit: 4 })
      assert.include(wrong.message, digestOf(archive))
      const other = yield* refuse(
        disk,
        run(install(requestOf("/src/hk-cap", { integrity: digestOf(archive) })))
      )
      assert.include(other, { tag: "IntegrityMismatch" })
      const right = yield* run(install(requestOf("/src/x.tgz", { integrity: digestOf(archive) })))
      assert.strictEqual(right.status, "installed")
    })
  )
  it.effect("compares --integrity before it looks at anything in the archive", () =>
    Effect.gen(function* () {
      const bomb = tgz([...filesOf(capability()), { path: "l", size: 2 ** 32 }])
      const disk = yield* diskWith({
        "/src/x.tgz": bomb,
        "/src/y.tgz": new TextEncoder().encode("no archive")
      })
      for (const [path, tag] of [
        ["/src/x.tgz", "ArchiveTooLarge"],
        ["/src/y.tgz", "ArchiveBroken"]
      ] as const) {
        const run = (integrity?: string) =>
          refuse(disk, runOn(disk)(install(requestOf(path, integrity === undefined ? {} : { integrity }))))
        assert.include(yield* run(digestOf(packed())), { tag: "IntegrityMismatch", exit: 4 })
        assert.include(yield* run(), { tag })
      }
      assert.include(
        yield* refuse(disk, runOn(disk)(install(requestOf("/src/x.tgz", { integrity: digestOf(bomb) })))),
        { tag: "ArchiveTooLarge" }
      )
    })
  )
  it.effect("accepts a manifest whose own integrity is that of its content, and no other", () =>
    Effect.gen(function* () {
      const bare = capability()
      const hashed = Object.entries(bare).map(([path, text]) => ({
        path,
        size: Buffer.byteLength(text),
        sha512: createHash("sha512").update(text).digest("hex")
      }))
      const withIntegrity = (integrity: string): JsonObject => ({ ...manifestOf(), integrity })
      const pack = (integrity: string) =>
        packed({ ...bare, "capability.json": JSON.stringify(withIntegrity(integrity)) })
      const right = integrityOf(hashed, manifestOf())
      const disk = yield* diskWith({ "/src/r.tgz": pack(right), "/src/w.tgz": pack(contentHash(hashed)) })
      const wrong = yield* refuse(disk, runOn(disk)(install(requestOf("/src/w.tgz"))))
      assert.include(wrong, { tag: "ManifestIntegrityMismatch", exit: 4 })
      assert.strictEqual((yield* runOn(disk)(install(requestOf("/src/r.tgz")))).status, "installed")
    })
  )
})

const refusals: ReadonlyArray<readonly [string, Uint8Array, string]> = [
  ["no manifest", packed({ "readme.md": "x" }), "ManifestMissing"],
  ["a manifest below two folders", packed(capability(), "a/b/"), "ManifestMissing"],
  ["a manifest that is broken", packed({ ...capability(), "capability.json": "{" }), "ManifestUnreadable"],
  ["a manifest with a fault", packed(capability({ version: "x" })), "ManifestInvalid"],
  ["a link", tgz([...filesOf(capability()), { path: "l", type: "2", link: "/etc/passwd" }]), "BundleRefused"],
  ["a path that leaves", tgz([...filesOf(capability()), { path: "../l", body: "x" }]), "BundleRefused"],
  ["half of its bytes", packed().subarray(0, 300), "ArchiveBroken"],
  ["itself twice", Buffer.concat([packed(), packed()]), "ArchiveBroken"],
  ["too much", tgz([...filesOf(capability()), { path: "l", size: 2 ** 32 }]), "ArchiveTooLarge"]
]

describe("an archive that cannot be installed", () => {
  for (const [what, archive, tag] of refusals) {
    it.effect(`changes nothing when it holds ${what}`, () =>
      Effect.gen(function* () {
        const disk = yield* diskWith({ "/src/x.tgz": archive })
        assert.include(yield* refuse(disk, runOn(disk)(install(requestOf("/src/x.tgz")))), { tag, exit: 4 })
        // A plan shows the faults of a manifest instead of failing.
        if (tag !== "ManifestInvalid")
          assert.include(yield* refuse(disk, runOn(disk)(plan(requestOf("/src/x.tgz")))), { tag })
      })
    )
  }
  it.effect("is missed when nothing stands there", () =>
    Effect.gen(function* () {
      const disk = yield* diskWith({})
      const refusal = yield* refuse(disk, runOn(disk)(install(requestOf("/src/x.tgz"))))
      assert.include(refusal, { tag: "SourceMissing", exit: 6 })
    })
  )
})
