import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { gzipSync } from "node:zlib"
import { usualBounds } from "../../../src/domain/archive/bounds.ts"
import { findCollisions } from "../../../src/domain/content/collisions.ts"
import { limits } from "../../../src/domain/limits.ts"
import { extract } from "../../../src/layers/archive/extract.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { Store } from "../../../src/services/Store.ts"
import { Room } from "../../support/disk.ts"
import { folder, grounds, inMemory, onNode, put } from "../../support/home.ts"
import { filesOf, gnuLong, pax, tar, tgz, type Entry } from "./build.ts"
import { fetched, fetchedFrom, layerOn, stagings } from "./support.ts"

const files = {
  "capability.json": "{}",
  "hooks/a.sh": "#!/bin/sh\n",
  "skills/hk-s/SKILL.md": "text\n".repeat(300),
  "empty.txt": ""
}

const directory = (path: string): Entry => ({ path, type: "5", mode: 0o755 })

const long = `${"deep/".repeat(30)}${"n".repeat(120)}.md`

/** Ways to pack the same files. */
const shapes: ReadonlyArray<readonly [string, ReadonlyArray<Entry>]> = [
  ["flat", filesOf(files)],
  ["flat, below a dot", [directory("./"), ...filesOf(files, "./")]],
  ["below a folder, as npm packs", filesOf(files, "package/")],
  [
    "below a folder, as GitHub packs",
    [pax({ comment: "0".repeat(40) }, "g"), directory("r-1a2b/"), ...filesOf(files, "r-1a2b/")]
  ],
  ["below a folder below a dot", [directory("./"), directory("./r/"), ...filesOf(files, "./r/")]],
  ["in another order", filesOf(files).toReversed()],
  ["with folders behind their files", [...filesOf(files), directory("hooks/"), directory("skills/hk-s/")]],
  ["with empty folders", [...filesOf(files), directory("none/"), directory("none/deeper/")]],
  [
    "with what is left out",
    [...filesOf(files), { path: ".git/HEAD", body: "x" }, { path: "hooks/__pycache__/a.pyc", body: "x" }]
  ],
  [
    "as macOS packs, with attributes beside the folder and every file",
    [
      { path: "./._cap", body: "\u0000\u0005" },
      directory("./cap/"),
      ...filesOf(files, "./cap/").flatMap((entry) => [
        { path: String(entry.path).replace(/[^/]+$/u, "._$&"), body: "\u0000\u0005" },
        entry
      ])
    ]
  ],
  ["with odd modes", filesOf(files).map((entry) => ({ ...entry, mode: 0o7777 }))],
  ["in the oldest format", filesOf(files).map((entry) => ({ ...entry, magic: "", type: "\0" }))],
  ["in GNU's format", filesOf(files).map((entry) => ({ ...entry, magic: "ustar  \0" }))],
  [
    "with PAX headers that change nothing",
    filesOf(files).flatMap((entry) => [pax({ mtime: "1.5", "SCHILY.xattr.user.a": "\u0001" }), entry])
  ],
  [
    "with sizes in PAX",
    filesOf(files).flatMap((entry) => [pax({ size: String((entry.body ?? "").length) }), entry])
  ]
]

const expected = Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)))

for (const [name, ground] of grounds) {
  describe(`an archive, unpacked ${name}`, () => {
    for (const [shape, entries] of shapes) {
      it.effect(`gives the same files ${shape}`, () =>
        Effect.gen(function* () {
          const archive = tgz(entries)
          const got = yield* fetchedFrom(archive)
          assert.deepStrictEqual(got.texts, expected)
          assert.strictEqual(got.artifact, `sha512-${createHash("sha512").update(archive).digest("base64")}`)
          assert.isUndefined(got.resolved.folder)
          assert.deepStrictEqual(
            got.files.filter((file) => file.executable).map((file) => file.path),
            ["hooks/a.sh"]
          )
          assert.deepStrictEqual(yield* stagings, [])
        }).pipe(Effect.provide(layerOn(ground)))
      )
    }
    it.effect("keeps an archive in it as the file that it is (U23)", () =>
      Effect.gen(function* () {
        const inner = tgz({ "../evil": "x" })
        const got = yield* fetchedFrom(tgz([...filesOf(files), { path: "inner.tgz", body: inner }]))
        assert.include(
          got.files.find((file) => file.path === "inner.tgz"),
          { size: inner.length, sha512: createHash("sha512").update(inner).digest("hex") }
        )
      }).pipe(Effect.provide(layerOn(ground)))
    )
    it.effect("takes long paths from PAX, from GNU's header and from the prefix", () =>
      Effect.gen(function* () {
        const body = { body: "x" }
        const prefixed = { path: "n".repeat(90), prefix: "p".repeat(120), ...body }
        const got = yield* fetchedFrom(
          tgz([
            pax({ path: long }),
            { path: "a", ...body },
            gnuLong(`${long}2`),
            { path: "b", ...body },
            prefixed
          ])
        )
        assert.sameMembers(Object.keys(got.texts), [long, `${long}2`, `${"p".repeat(120)}/${"n".repeat(90)}`])
      }).pipe(Effect.provide(layerOn(ground)))
    )
    it.effect("writes large files piece by piece, with the hash and mode of the whole", () =>
      Effect.gen(function* () {
        const noise = createHash("sha512").update("seed").digest()
        const large = Buffer.alloc(3 * limits.filePieceBytes + 77, noise)
        large.set([0x23, 0x21])
        const entries = [
          { path: "capability.json", body: "{}" },
          { path: "bin/large", body: large },
          { path: "exact", body: large.subarray(0, limits.filePieceBytes) },
          { path: "double", body: large.subarray(1, 1 + 2 * limits.filePieceBytes) }
        ]
        const at = `${yield* Room}/workspace`
        yield* Effect.forEach(entries, ({ body, path }) =>
          put(`${at}/cap/${path}`, typeof body === "string" ? body : Uint8Array.from(body))
        )
        const { files: copied } = yield* fetched(`${at}/cap`, "local")
        assert.deepStrictEqual((yield* fetchedFrom(tgz(entries))).files, copied)
        assert.isTrue(copied.find((file) => file.path === "bin/large")?.executable)
      }).pipe(Effect.provide(layerOn(ground, { ratio: 5000 })))
    )
  })
}

const name = Schema.Literals([
  "a",
  "B",
  "hooks",
  "x.sh",
  "caf\u00e9",
  "\u65e5\u672c",
  "long".repeat(30),
  ".hidden",
  "c d"
])

const content = Schema.Struct({
  path: Schema.NonEmptyArray(name),
  text: Schema.String,
  times: Schema.Literals([0, 1, 1, 7, 513, 30_000])
})

const input = {
  contents: Schema.Array(content),
  top: Schema.Literals(["", "", "./", "package/", "./r e p o/"]),
  style: Schema.Literals(["pax", "gnu"]),
  hasFolders: Schema.Boolean
}

/** Files that can stand beside each other. */
const filesFrom = (contents: ReadonlyArray<typeof content.Type>): Readonly<Record<string, string>> => {
  const kept: Array<readonly [string, string]> = []
  for (const { path, text, times } of contents.slice(0, 12)) {
    const next = path.slice(0, 5).join("/")
    if (findCollisions([...kept.map(([taken]) => taken), next]).length === 0)
      kept.push([next, text.replace(/\p{Cs}/gu, "?").repeat(times)])
  }
  return Object.fromEntries([["capability.json", "{}"], ...kept])
}

const packed = (
  given: Readonly<Record<string, string>>,
  how: { readonly top: string; readonly style: "pax" | "gnu"; readonly hasFolders: boolean }
): ReadonlyArray<Entry> =>
  Object.entries(given).flatMap(([path, body]) => {
    const whole = `${how.top}${path}`
    const folders = how.hasFolders
      ? [...whole.matchAll(/\//gu)].map((slash) => directory(whole.slice(0, slash.index + 1)))
      : []
    const named = folders.filter((entry) => entry.path.length <= 100)
    const isLong = Buffer.byteLength(whole) > 100
    const extended = how.style === "pax" ? pax({ path: whole }) : gnuLong(whole)
    return [...named, ...(isLong ? [extended] : []), { path: isLong ? "cut" : whole, body }]
  })

describe("pack, then unpack", () => {
  it.effect.prop(
    "gives the content hash of the folder, whatever the files and however they are packed",
    input,
    ({ contents, ...how }) =>
      Effect.gen(function* () {
        const given = filesFrom(contents)
        const at = `${yield* Room}/workspace`
        yield* Effect.forEach(Object.entries(given), ([path, body]) => put(`${at}/cap/${path}`, body))
        const { hash } = yield* fetched(`${at}/cap`, "local")
        const got = yield* fetchedFrom(tgz(packed(given, how)))
        assert.strictEqual(got.hash, hash)
      }).pipe(Effect.provide(layerOn(inMemory))),
    { arbitrary: { runs: 150 } }
  )
})

const has = (tool: string): boolean => {
  try {
    execFileSync(tool, ["--version"], { stdio: "pipe" })
    return true
  } catch {
    return false
  }
}

const isGnuTar = has("tar") && execFileSync("tar", ["--version"], { encoding: "utf8" }).includes("GNU")

const furnish = (root: string): void => {
  for (const [path, text] of Object.entries({ ...files, [long]: "x", "caf\u00e9.md": "y" })) {
    mkdirSync(dirname(`${root}/${path}`), { recursive: true })
    writeFileSync(`${root}/${path}`, text)
  }
}

const packers: ReadonlyArray<readonly [string, boolean, (root: string, archive: string) => void]> = [
  ...["v7", "gnu", "oldgnu", "ustar", "posix"].flatMap(
    (format) =>
      [
        [
          `tar --format=${format}`,
          isGnuTar,
          (root, archive) => {
            if (format === "v7" || format === "ustar") execFileSync("rm", ["-r", `${root}/deep`])
            execFileSync("tar", [`--format=${format}`, "-czf", archive, "-C", root, "."])
          }
        ],
        [
          `tar --format=${format} of the folder itself`,
          isGnuTar,
          (root, archive) => {
            if (format === "v7" || format === "ustar") execFileSync("rm", ["-r", `${root}/deep`])
            execFileSync("tar", [`--format=${format}`, "-czf", archive, "-C", dirname(root), "cap"])
          }
        ]
      ] satisfies typeof packers
  ),
  [
    "git archive, as GitHub does",
    has("git"),
    (root, archive) => {
      const git = (...words: ReadonlyArray<string>) =>
        execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], {
          cwd: root,
          stdio: "pipe"
        })
      git("init", "-q")
      git("add", ".")
      git("commit", "-qm", "x")
      git("archive", "--format=tar.gz", "--prefix=cap-0123abc/", "-o", archive, "HEAD")
    }
  ]
]

describe("archives as tools make them", () => {
  for (const [what, isThere, pack] of packers) {
    it.effect.skipIf(!isThere)(`unpack to the folder's content hash: ${what}`, () =>
      Effect.gen(function* () {
        const at = `${yield* Room}/workspace`
        yield* folder(at)
        furnish(`${at}/cap`)
        pack(`${at}/cap`, `${at}/x.tgz`)
        const { hash } = yield* fetched(`${at}/cap`, "local")
        assert.strictEqual((yield* fetched(`${at}/x.tgz`)).hash, hash)
        assert.isAbove(readFileSync(`${at}/x.tgz`).length, 0)
      }).pipe(Effect.provide(layerOn(onNode)))
    )
  }
})

/** Gives an archive's bytes in pieces, and counts who has it open. */
const given = (bytes: Uint8Array, onPiece: (nth: number) => Effect.Effect<void>) => {
  const counts = { open: 0, pieces: 0 }
  const open = Effect.acquireRelease(
    Effect.sync(() => {
      counts.open += 1
      let at = 0
      return Effect.suspend(() => {
        counts.pieces += 1
        const piece = bytes.subarray(at, at + 1000)
        at += piece.length
        return Effect.as(onPiece(counts.pieces), piece)
      })
    }),
    () =>
      Effect.sync(() => {
        counts.open -= 1
      })
  )
  return { counts, archive: { archive: "x.tgz", bounds: usualBounds, open } }
}

describe("extract", () => {
  const noise = Array.from({ length: 3000 }, (_, at) =>
    createHash("sha512").update(String(at)).digest("hex")
  ).join("")
  const bytes = gzipSync(tar([...filesOf(files), { path: "noise", body: noise.repeat(4) }]))
  it.effect("closes everything and leaves nothing when it is interrupted at any piece", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const whole = given(bytes, () => Effect.void)
      yield* Effect.scoped(Effect.flatMap(store.stage, (staging) => extract(whole.archive, staging)))
      for (let at = 1; at <= whole.counts.pieces; at += 37) {
        const reached = yield* Deferred.make<void>()
        const { archive, counts } = given(bytes, (nth) =>
          nth === at ? Effect.andThen(Deferred.succeed(reached, undefined), Effect.never) : Effect.void
        )
        const fiber = yield* Effect.forkChild(
          Effect.scoped(Effect.flatMap(store.stage, (staging) => extract(archive, staging)))
        )
        yield* Deferred.await(reached)
        yield* Fiber.interrupt(fiber)
        assert.isTrue(Exit.isFailure(yield* Fiber.await(fiber)))
        assert.strictEqual(counts.open, 0)
        assert.deepStrictEqual(yield* stagings, [])
      }
    }).pipe(Effect.provide(layerOn(onNode)))
  )
  it.effect("refuses an archive that is another one when it is read again", () =>
    Effect.gen(function* () {
      const durable = yield* Durable
      const store = yield* Store
      const path = `${yield* Room}/x.tgz`
      const archives = [tgz({ "capability.json": "{}" }), tgz({ "capability.json": "[]" })]
      const open = Effect.suspend(() =>
        Effect.andThen(
          put(path, archives.shift() ?? new Uint8Array()),
          durable.pieces(path, { pieceBytes: 100 })
        )
      ).pipe(Effect.provideService(Durable, durable))
      const failure = yield* Effect.flip(
        Effect.scoped(
          Effect.flatMap(store.stage, (staging) =>
            extract({ archive: path, bounds: usualBounds, open }, staging)
          )
        )
      )
      assert.deepInclude(failure, { _tag: "ArchiveBroken", rule: "changed" })
      assert.deepStrictEqual(yield* stagings, [])
    }).pipe(Effect.provide(layerOn(inMemory)))
  )
})
