import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll } from "vitest"
import { globalScope } from "../../src/domain/paths.ts"
import { install } from "../../src/pipelines/install.ts"
import { pack, packCheck } from "../../src/pipelines/pack.ts"
import { capability } from "../support/capabilities.ts"
import { authoringIn, checkoutOf, git, machineIn, writeFiles } from "../support/authored.ts"
import { requestOf } from "../support/engine.ts"
import { makeRoom, removeRooms } from "../support/rooms.ts"

afterAll(removeRooms)

const files = Object.entries(
  capability(
    {},
    { "hooks/lib.sh": "echo lib\n", "docs/ä.md": "ä\n", [`docs/${"long".repeat(30)}.md`]: "long\n" }
  )
)

const sourceIn = (at: string, writing = {}, order = files) => {
  const folder = join(at, "hk-cap")
  writeFiles(folder, order, writing)
  return folder
}

describe("pack", () => {
  it.live("gives the same bytes whatever the order, times, modes and umask the folder was made with", () =>
    Effect.gen(function* () {
      const digests = new Set<string>()
      const umask = process.umask()
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const at = makeRoom("gsd-pack-")
        const shuffled = files.toSorted(([a], [b]) => ((a.length * seed) % 7) - ((b.length * seed) % 7))
        const order = seed % 2 === 0 ? shuffled.toReversed() : shuffled
        process.umask(seed % 2 === 0 ? 0o077 : 0o000)
        sourceIn(
          at,
          { mtime: seed * 86_400, ...(seed > 3 ? { mode: seed === 4 ? 0o600 : 0o777 } : {}) },
          order
        )
        process.umask(umask)
        writeFiles(join(at, "hk-cap"), [
          [".git/HEAD", `${seed}`],
          ["hooks/__pycache__/x.pyc", `${seed}`],
          ["._capability.json", `${seed}`]
        ])
        const packed = yield* authoringIn(at)(pack({ folder: "hk-cap" }))
        assert.strictEqual(packed.path, join(at, "hk-cap-1.0.0.tgz"))
        assert.notInclude(execFileSync("tar", ["-tzf", packed.path], { encoding: "utf8" }), "pycache")
        digests.add(packed.sha512)
      }
      assert.strictEqual(digests.size, 1)
    })
  )

  it.live(
    "is installed by its digest, and again as the folder that it unpacks to, with the same content",
    () =>
      Effect.gen(function* () {
        const at = makeRoom("gsd-pack-")
        sourceIn(at)
        const packed = yield* authoringIn(at)(pack({ folder: "hk-cap" }))
        const run = machineIn(join(at, "home"))
        const installed = yield* run(install(requestOf(packed.path, { integrity: packed.sha512 })))
        assert.strictEqual(installed.contentHash, packed.contentHash)
        const other = yield* Effect.flip(
          run(install(requestOf(packed.path, { integrity: packed.contentHash, scope: globalScope })))
        )
        assert.strictEqual(other._tag, "IntegrityMismatch")
        const unpacked = join(at, "unpacked/hk-cap")
        mkdirSync(unpacked, { recursive: true })
        execFileSync("tar", ["-xzf", packed.path, "-C", unpacked])
        const again = yield* machineIn(join(at, "other"))(install(requestOf(unpacked)))
        assert.strictEqual(again.contentHash, packed.contentHash)
        const repacked = yield* authoringIn(at)(pack({ folder: unpacked, out: "again.tgz" }))
        assert.strictEqual(repacked.sha512, packed.sha512)
        assert.deepStrictEqual(readdirSync(join(at, "hk-cap")).toSorted(), [
          "capability.json",
          "docs",
          "hooks",
          "skills"
        ])
      })
  )

  it.live("refuses what an install would, and leaves an archive that stands", () =>
    Effect.gen(function* () {
      const at = makeRoom("gsd-pack-")
      const folder = sourceIn(at)
      writeFileSync(join(at, "out.tgz"), "mine")
      const refused = (change: () => void) =>
        Effect.suspend(() => {
          change()
          return Effect.flip(authoringIn(at)(pack({ folder, out: "out.tgz" })))
        })
      assert.deepInclude(yield* refused(() => writeFileSync(join(folder, "docs/COM1.txt"), "")), {
        _tag: "BundleRefused",
        rule: "reserved-name"
      })
      execFileSync("rm", [join(folder, "docs/COM1.txt")])
      assert.deepInclude(yield* refused(() => symlinkSync("/etc/passwd", join(folder, "docs/link"))), {
        _tag: "BundleRefused",
        rule: "link"
      })
      execFileSync("rm", [join(folder, "docs/link")])
      assert.deepInclude(yield* refused(() => execFileSync("rm", [join(folder, "hooks/a.sh")])), {
        _tag: "ManifestInvalid"
      })
      assert.strictEqual(
        (yield* refused(() => writeFileSync(join(folder, "capability.json"), "{")))._tag,
        "ManifestUnreadable"
      )
      assert.strictEqual(
        (yield* refused(() => execFileSync("rm", [join(folder, "capability.json")])))._tag,
        "ManifestMissing"
      )
      assert.strictEqual(readFileSync(join(at, "out.tgz"), "utf8"), "mine")
      assert.deepStrictEqual(readdirSync(at).toSorted(), ["hk-cap", "out.tgz"])
    })
  )

  it.live("writes into the folder only when it is told to, and does not pack its own archive then", () =>
    Effect.gen(function* () {
      const at = makeRoom("gsd-pack-")
      const folder = sourceIn(at)
      const inside = authoringIn(folder)
      assert.strictEqual((yield* Effect.flip(inside(pack({ folder: "." }))))._tag, "PackOutputRefused")
      const first = yield* inside(pack({ folder: ".", out: "own.tgz" }))
      const second = yield* inside(pack({ folder: ".", out: "own.tgz" }))
      assert.strictEqual(second.sha512, first.sha512)
      const missing = yield* Effect.flip(inside(pack({ folder: ".", out: "nowhere/own.tgz" })))
      assert.strictEqual(missing._tag, "PackOutputRefused")
    })
  )

  it.live("U25: packs a manifest behind a byte order mark without it", () =>
    Effect.gen(function* () {
      const at = makeRoom("gsd-pack-")
      const folder = sourceIn(at)
      const plain = yield* authoringIn(at)(pack({ folder }))
      const manifest = readFileSync(join(folder, "capability.json"), "utf8")
      writeFileSync(join(folder, "capability.json"), `\uFEFF${manifest}`)
      const marked = yield* authoringIn(at)(pack({ folder, out: "marked.tgz" }))
      assert.strictEqual(marked.sha512, plain.sha512)
      assert.match(marked.warnings.join("\n"), /byte order mark/u)
    })
  )
})

describe("pack --check", () => {
  it.live("names each file that an archive has otherwise, and writes nothing", () =>
    Effect.gen(function* () {
      const at = makeRoom("gsd-pack-")
      const folder = sourceIn(at)
      const author = authoringIn(at)
      const packed = yield* author(pack({ folder, out: "a.tgz" }))
      const same = yield* author(packCheck({ folder, archive: "a.tgz" }))
      assert.deepInclude(same, { status: "agrees", differences: [], warnings: [], sha512: packed.sha512 })
      writeFiles(folder, [
        ["hooks/lib.sh", "echo other\n"],
        ["docs/new.md", "new\n"]
      ])
      execFileSync("rm", [join(folder, "docs/ä.md")])
      const other = yield* author(packCheck({ folder, archive: "a.tgz" }))
      assert.strictEqual(other.status, "differs")
      assert.deepStrictEqual(other.differences, [
        // Its integrity is of all of them.
        { path: "capability.json", kind: "changed" },
        { path: "docs/new.md", kind: "missing" },
        { path: "docs/ä.md", kind: "surplus" },
        { path: "hooks/lib.sh", kind: "changed" }
      ])
      assert.strictEqual(
        (yield* Effect.flip(author(packCheck({ folder, archive: "no.tgz" }))))._tag,
        "SourceMissing"
      )
      assert.deepStrictEqual(readdirSync(at).toSorted(), ["a.tgz", "hk-cap"])
    })
  )

  it.live("tells the same files from another program, and takes an older commit of the same files", () =>
    Effect.gen(function* () {
      const { at, folder } = checkoutOf(files)
      const author = authoringIn(at)
      yield* author(pack({ folder, out: "a.tgz" }))
      writeFiles(at, [["README.md", "more\n"]])
      git(at, "add", "README.md")
      git(at, "commit", "-q", "-m", "second")
      assert.deepInclude(yield* author(packCheck({ folder, archive: "a.tgz" })), {
        status: "agrees",
        warnings: []
      })
      const unpacked = join(at, "unpacked")
      mkdirSync(unpacked)
      execFileSync("tar", ["-xzf", "../a.tgz"], { cwd: unpacked })
      execFileSync("tar", ["-czf", "../b.tgz", "."], { cwd: unpacked })
      const told = yield* author(packCheck({ folder, archive: "b.tgz" }))
      assert.strictEqual(told.status, "agrees")
      assert.match(told.warnings.join("\n"), /another compressor/u)
    })
  )
})
