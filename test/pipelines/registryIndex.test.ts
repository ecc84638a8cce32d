import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { decodeCapabilityIndex } from "../../src/domain/registryIndex/capabilityIndex.ts"
import { readEnvelope } from "../../src/domain/registryIndex/envelope.ts"
import { decodeRoot } from "../../src/domain/registryIndex/root.ts"
import { integrityOf } from "../../src/domain/content/contentHash.ts"
import * as PackedBundlesDisk from "../../src/layers/registries/PackedBundlesDisk.ts"
import * as SignaturesNode from "../../src/layers/registries/SignaturesNode.ts"
import { registryIndex, type RegistryIndexRequested } from "../../src/pipelines/registryIndex.ts"
import { durableMemoryOn, environmentFixed, makeMemoryDisk, type MemoryDisk } from "../../src/testing.ts"
import { filesOf, tgz } from "../layers/archive/build.ts"
import { capability } from "../support/capabilities.ts"
import { refuse } from "../support/refusal.ts"
import { keyPair } from "../support/registry.ts"
import { onDisk, write } from "../support/wired.ts"

const [ours, other] = [keyPair(), keyPair()]
const day = 86_400_000

const packed = (members: Parameters<typeof capability>[0] = {}) =>
  tgz(filesOf(capability({ skills: [], ...members })))

const diskOf = (bundles: Readonly<Record<string, string | Uint8Array>>) =>
  makeMemoryDisk({
    directories: ["/home/ada", "/public"],
    files: {
      "/keys/ours.pem": ours.pem,
      "/keys/other.pem": other.pem,
      ...Object.fromEntries(Object.entries(bundles).map(([name, bytes]) => [`/public/${name}`, bytes]))
    }
  })

const indexing = (disk: MemoryDisk, members: Partial<RegistryIndexRequested> = {}) =>
  registryIndex({
    directory: "/public",
    key: "/keys/ours.pem",
    oldKeys: [],
    name: undefined,
    lifeMillis: 90 * day,
    keyLifeMillis: undefined,
    yank: [],
    ...members
  }).pipe(
    Effect.provide(
      Layer.mergeAll(PackedBundlesDisk.layer, SignaturesNode.layer).pipe(
        Layer.provideMerge(
          Layer.mergeAll(durableMemoryOn(disk), environmentFixed({ workingDirectory: "/" }), NodePath.layer)
        )
      )
    )
  )

const bytesAt = (disk: MemoryDisk, path: string): Uint8Array => {
  const entry = disk.snapshot().get(path)
  return entry?.kind === "file" ? entry.bytes : assert.fail(`${path} is no file`)
}

const rootOf = (disk: MemoryDisk) => {
  const envelope = Result.getOrThrow(readEnvelope(bytesAt(disk, "/public/root.json")))
  return { ...Result.getOrThrow(decodeRoot(envelope.payload)), signatures: envelope.signatures }
}

const fileOf = (disk: MemoryDisk, id: string) =>
  Result.getOrThrow(decodeCapabilityIndex(bytesAt(disk, `/public/capabilities/${id}.json`)))

const v1 = packed()
const v2 = packed({ version: "1.1.0", title: "The newer one", engines: { gsd: ">=1.6.0 <2.0.0" } })

describe("registryIndex", () => {
  it.effect("indexes every bundle of a folder, and nothing else in it", () =>
    Effect.gen(function* () {
      const disk = diskOf({ "b.tgz": v2, "a.tar.gz": v1, "readme.md": "x", "sub/c.tgz": packed({ id: "c" }) })
      const report = yield* indexing(disk)
      assert.deepInclude(report, { name: "public", version: 1, publicKey: ours.key.publicKey, dropped: [] })
      assert.deepStrictEqual(report.added, ["hk-cap@1.0.0", "hk-cap@1.1.0"])
      const root = rootOf(disk)
      assert.deepInclude(root, { name: "public", version: 1, expires: "1970-04-01T00:00:00.000Z" })
      assert.deepStrictEqual([...root.capabilities.keys()], ["hk-cap"])
      assert.include(root.capabilities.get("hk-cap"), {
        latest: "1.1.0",
        title: "The newer one",
        tier: "full"
      })
      const { versions } = fileOf(disk, "hk-cap")
      assert.deepStrictEqual([...versions.keys()], ["1.0.0", "1.1.0"])
      assert.deepInclude(versions.get("1.1.0"), {
        artifact: "b.tgz",
        size: v2.length,
        engines: { gsd: ">=1.6.0 <2.0.0" },
        publishedAt: "1970-01-01T00:00:00.000Z"
      })
    })
  )

  it.effect("gives the same bytes for the same bundles, counter and times aside", () =>
    Effect.gen(function* () {
      const one = diskOf({ "a.tgz": v1, "b.tgz": v2 })
      const two = diskOf({ "b.tgz": v2, "a.tgz": v1 })
      yield* indexing(one)
      yield* indexing(two)
      for (const path of ["/public/root.json", "/public/capabilities/hk-cap.json"])
        assert.deepStrictEqual(bytesAt(one, path), bytesAt(two, path))
      const before = bytesAt(one, "/public/capabilities/hk-cap.json")
      yield* TestClock.adjust(Duration.days(3))
      assert.include(yield* indexing(one), { version: 2 })
      assert.deepStrictEqual(bytesAt(one, "/public/capabilities/hk-cap.json"), before)
    })
  )

  it.effect("keeps the date, the yank and the origin of what was published before", () =>
    Effect.gen(function* () {
      const disk = diskOf({ "a.tgz": v1 })
      yield* indexing(disk, { yank: ["hk-cap@1.0.0"], name: "acme" })
      assert.notProperty(rootOf(disk).capabilities.get("hk-cap"), "latest")
      yield* TestClock.adjust(Duration.days(1))
      yield* write(disk, "/public/b.tgz", v2)
      const report = yield* indexing(disk)
      assert.deepInclude(report, { name: "acme", version: 2, added: ["hk-cap@1.1.0"] })
      const { versions } = fileOf(disk, "hk-cap")
      assert.include(versions.get("1.0.0"), { yanked: true, publishedAt: "1970-01-01T00:00:00.000Z" })
      assert.include(versions.get("1.1.0"), { publishedAt: "1970-01-02T00:00:00.000Z" })
      assert.notProperty(versions.get("1.1.0"), "yanked")
      assert.include(rootOf(disk).capabilities.get("hk-cap"), { latest: "1.1.0" })
    })
  )

  it.effect(
    "tells what it drops with its archive, and takes the file of a capability away that has none",
    () =>
      Effect.gen(function* () {
        const disk = diskOf({ "a.tgz": v1, "b.tgz": packed({ id: "other" }) })
        yield* indexing(disk)
        yield* onDisk(disk, (durable) => durable.unlink("/public/b.tgz"))
        assert.deepInclude(yield* indexing(disk), { dropped: ["other@1.0.0"], added: [] })
        assert.isFalse(disk.snapshot().has("/public/capabilities/other.json"))
      })
  )

  it.effect("signs with the old key too when it is rotated out, and names the new one alone", () =>
    Effect.gen(function* () {
      const disk = diskOf({ "a.tgz": v1 })
      yield* indexing(disk)
      assert.include(yield* refuse(disk, indexing(disk, { key: "/keys/other.pem" })), { tag: "IndexRefused" })
      yield* indexing(disk, { key: "/keys/other.pem", oldKeys: ["/keys/ours.pem"], keyLifeMillis: day })
      const { keys, signatures } = rootOf(disk)
      assert.deepStrictEqual(keys, [{ ...other.key, expires: "1970-01-02T00:00:00.000Z" }])
      assert.deepStrictEqual(
        signatures.map((one) => one.keyid),
        [other.key.keyid, ours.key.keyid]
      )
    })
  )

  it.effect("reads again what a run left that died between two files", () =>
    Effect.gen(function* () {
      const disk = diskOf({ "a.tgz": v1, "c.tgz": packed({ id: "other" }) })
      yield* indexing(disk)
      const [oldRoot, oldFile] = ["/public/root.json", "/public/capabilities/other.json"].map((path) =>
        bytesAt(disk, path)
      )
      yield* write(disk, "/public/b.tgz", v2)
      yield* write(disk, "/public/d.tgz", packed({ id: "other", version: "2.0.0" }))
      yield* indexing(disk)
      // As if it had died after one file: the root is the old one, the next root stands beside it.
      yield* write(disk, "/public/root.json.next", bytesAt(disk, "/public/root.json"))
      yield* write(disk, "/public/root.json", oldRoot ?? new Uint8Array())
      yield* write(disk, "/public/capabilities/other.json", oldFile ?? new Uint8Array())
      assert.include(yield* indexing(disk), { version: 2 })
      assert.deepStrictEqual([...fileOf(disk, "other").versions.keys()], ["1.0.0", "2.0.0"])
      assert.isFalse(disk.snapshot().has("/public/root.json.next"))
    })
  )
})

const integrity = integrityOf([], {})

const refusals: ReadonlyArray<
  readonly [
    what: string,
    Readonly<Record<string, string | Uint8Array>>,
    string,
    Partial<RegistryIndexRequested>
  ]
> = [
  ["a folder without bundles", { "readme.md": "x" }, "IndexRefused", {}],
  ["a folder that is none", {}, "IndexRefused", { directory: "/nowhere" }],
  ["a name that is none", { "a.tgz": v1 }, "IndexRefused", { name: "No Name" }],
  ["a yank of what is not there", { "a.tgz": v1 }, "IndexRefused", { yank: ["hk-cap@9.0.0"] }],
  ["a yank that is no version", { "a.tgz": v1 }, "IndexRefused", { yank: ["hk-cap"] }],
  ["the same version twice", { "a.tgz": v1, "b.tgz": packed({ title: "x" }) }, "IndexRefused", {}],
  ["a bundle that is no archive", { "a.tgz": "x" }, "ArchiveBroken", {}],
  [
    "a bundle with a manifest that is broken",
    { "a.tgz": tgz({ "capability.json": "{" }) },
    "ManifestUnreadable",
    {}
  ],
  ["a bundle without a manifest", { "a.tgz": tgz({ "readme.md": "x" }) }, "ManifestMissing", {}],
  ["a bundle with a fault", { "a.tgz": packed({ version: "x" }) }, "ManifestInvalid", {}],
  [
    "a bundle with a file missing",
    { "a.tgz": packed({ hooks: [{ event: "SessionStart", script: "hooks/none.sh" }] }) },
    "ManifestInvalid",
    {}
  ],
  [
    "a bundle whose own digest does not hold",
    { "a.tgz": packed({ integrity }) },
    "ManifestIntegrityMismatch",
    {}
  ],
  ["a bundle of a first-party id", { "a.tgz": packed({ id: "claude" }) }, "ManifestInvalid", {}],
  ["a bundle that leaves its folder", { "a.tgz": tgz([{ path: "../x", body: "x" }]) }, "BundleRefused", {}],
  ["a root before it that cannot be read", { "a.tgz": v1, "root.json": "{}" }, "IndexRefused", {}],
  ["a key that is not there", { "a.tgz": v1 }, "KeyUnusable", { key: "/keys/none.pem" }]
]

describe("an index that is refused", () => {
  for (const [what, bundles, tag, asked] of refusals)
    it.effect(`writes nothing for ${what}`, () =>
      Effect.gen(function* () {
        const disk = diskOf(bundles)
        assert.include(yield* refuse(disk, indexing(disk, asked)), { tag })
      })
    )

  it.effect("keeps a published version as it is, and the name of the registry", () =>
    Effect.gen(function* () {
      const disk = diskOf({ "a.tgz": v1 })
      yield* indexing(disk, { name: "acme" })
      const renamed = yield* refuse(disk, indexing(disk, { name: "corp" }))
      assert.match(renamed.message, /acme/u)
      yield* write(disk, "/public/a.tgz", packed({ title: "Changed without a new version" }))
      const changed = yield* refuse(disk, indexing(disk))
      assert.include(changed, { tag: "IndexRefused", exit: 4 })
      assert.match(changed.message, /other bytes/u)
      yield* write(disk, "/public/a.tgz", v1)
      yield* write(disk, "/public/capabilities/hk-cap.json", "{}")
      assert.match((yield* refuse(disk, indexing(disk))).message, /index before/u)
    })
  )
})
