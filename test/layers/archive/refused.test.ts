import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { gunzipSync, gzipSync } from "node:zlib"
import { usualBounds } from "../../../src/domain/archive/bounds.ts"
import { inMemory } from "../../support/home.ts"
import { end, entryBytes, gnuLong, header, pax, paxRecord, tar, tgz, type Entry } from "./build.ts"
import { fetchedFrom, layerOn, stagings } from "./support.ts"

const one: Entry = { path: "capability.json", body: "{}" }

const file = (path: string | Uint8Array): ReadonlyArray<Entry> => [one, { path, body: "x" }]

/** Entries that no bundle may hold: what, the entries, the rule, and what the message names. */
const entries: ReadonlyArray<readonly [string, ReadonlyArray<Entry>, string, string]> = [
  [
    "U20: a hard link out of the folder, below four others",
    [one, { path: "a/b/c/d/x", type: "1", link: "../../../../etc/passwd" }],
    "hard-link",
    "a/b/c/d/x"
  ],
  [
    "U20: a hard link to an earlier symbolic link",
    [
      { path: "l", type: "2", link: "/etc" },
      { path: "h", type: "1", link: "l" }
    ],
    "link",
    "l"
  ],
  [
    "U20: a plain hard link to a sibling",
    [one, { path: "copy", type: "1", link: "capability.json" }],
    "hard-link",
    "copy"
  ],
  [
    "a hard link with bytes",
    [one, { path: "copy", type: "1", link: "capability.json", body: "x" }],
    "hard-link",
    "copy"
  ],
  ["a symbolic link inside", [one, { path: "hooks/a.sh", type: "2", link: "b.sh" }], "link", "hooks/a.sh"],
  ["a symbolic link in what is left out", [one, { path: ".git/a", type: "2", link: "b" }], "link", ".git/a"],
  ["a long symbolic link", [one, gnuLong("t".repeat(200), "K"), { path: "s", type: "2" }], "link", "s"],
  ["a character device", [one, { path: "dev", type: "3" }], "device", "dev"],
  ["a block device", [one, { path: "dev", type: "4" }], "device", "dev"],
  ["a pipe", [one, { path: "p", type: "6" }], "pipe", "p"],
  ["a sparse file of GNU", [one, { path: "s", type: "S", body: "x" }], "sparse", "s"],
  ["a sparse file of PAX", [one, pax({ "GNU.sparse.major": "1" }), { path: "s", body: "x" }], "sparse", "s"],
  ["a contiguous file", [one, { path: "c", type: "7", body: "x" }], "unknown", "c"],
  ["a volume label", [one, { path: "v", type: "V" }], "unknown", "v"],
  ["a directory dump", [one, { path: "d", type: "D" }], "unknown", "d"],
  ["an extended header of Solaris", [one, { path: "x", type: "X", body: "x" }], "unknown", "x"],
  ["an absolute path", file("/etc/passwd"), "absolute", "/etc/passwd"],
  ["an absolute path below a dot", file(".//etc/passwd"), "absolute", "/etc/passwd"],
  ["a path that leaves", file("../x"), "traversal", ".."],
  ["a path that leaves later", file("a/../../x"), "traversal", ".."],
  [
    "a path that leaves in PAX",
    [one, pax({ path: "a/../../x" }), { path: "ok", body: "x" }],
    "traversal",
    ".."
  ],
  [
    "a path that leaves in GNU's header",
    [one, gnuLong("../x"), { path: "ok", body: "x" }],
    "traversal",
    ".."
  ],
  ["a path that leaves by its prefix", [one, { path: "x", prefix: "..", body: "x" }], "traversal", ".."],
  ["a path that leaves in what is left out", file(".git/../../x"), "traversal", ".."],
  ["a top folder that leaves", [{ path: "../capability.json", body: "{}" }], "traversal", ".."],
  ["a folder that leaves", [one, { path: "../x/", type: "5" }], "traversal", ".."],
  ["a drive", file("C:/x"), "drive", "C:/x"],
  ["a drive-relative path", file("C:x"), "drive", "C:x"],
  ["a backslash", file("hooks\\..\\..\\x"), "reserved-character", "hooks"],
  ["a leading backslash", file("\\\\host\\share"), "absolute", "host"],
  ["a stream name", file("a:b"), "drive", "a:b"],
  ["a device name", file("hooks/aux.sh"), "reserved-name", "aux.sh"],
  ["a device name in capitals", file("COM1"), "reserved-name", "COM1"],
  ["a trailing dot", file("d./x"), "trailing", "d."],
  ["a control character", file("a\u0007b"), "control", "\\u{7}"],
  ["a control character in PAX", [one, pax({ path: "a\nb" }), { path: "ok" }], "control", "\\u{a}"],
  ["a NUL in PAX", [one, pax({ path: "ok\0/../x" }), { path: "ok" }], "control", "ok\\u{0}"],
  ["an empty part", file("a//b"), "not-normal", "a//b"],
  ["a dot in the middle", file("a/./b"), "not-normal", "a/./b"],
  ["an empty name", file(""), "empty", ""],
  ["a name of half a character", file(Uint8Array.from([0x61, 0xff])), "not-unicode", "a"],
  ["half a surrogate pair", file(Uint8Array.from([0xed, 0xa0, 0x80])), "not-unicode", ""],
  [
    "a name of 256 bytes",
    [one, pax({ path: "n".repeat(256) }), { path: "ok" }],
    "name-too-long",
    "256 bytes".slice(4)
  ],
  [
    "a path of 1,025 bytes",
    [one, pax({ path: `${"d/".repeat(512)}x` }), { path: "ok" }],
    "path-too-long",
    "1024 bytes"
  ],
  [
    "U22: names that differ in case",
    [...file("skills/a/SKILL.md"), { path: "skills/A/skill.md", body: "y" }],
    "collision",
    "skills/a"
  ],
  [
    "U22: one name, composed and decomposed",
    [...file("caf\u00e9.md"), { path: "cafe\u0301.md" }],
    "collision",
    "`cafe\u0301.md` cannot be part of a bundle: `caf\u00e9.md`"
  ],
  [
    "U22: one name, decomposed and composed",
    [...file("cafe\u0301.md"), { path: "caf\u00e9.md" }],
    "collision",
    "`caf\u00e9.md` cannot be part of a bundle: `cafe\u0301.md`"
  ],
  ["a decomposed name", file("cafe\u0301.md"), "not-nfc", "cafe\u0301.md"],
  [
    "U22: names that fold together",
    [...file("stra\u00dfe.md"), { path: "strasse.md" }],
    "collision",
    "stra\u00dfe.md"
  ],
  [
    "names that differ in case, one below a folder",
    [...file("Hooks/a.sh"), { path: "hooks/b.sh" }],
    "collision",
    "Hooks"
  ],
  [
    "top folders that differ in case",
    [
      { path: "Repo/a", body: "x" },
      { path: "repo/b", body: "x" }
    ],
    "collision",
    "Repo"
  ],
  ["a file twice", [...file("a"), { path: "a", body: "y" }], "duplicate", "a"],
  ["a file twice, once with a dot", [...file("a"), { path: "./a", body: "y" }], "duplicate", "a"],
  ["a file below a file", [...file("a"), { path: "a/b", body: "y" }], "duplicate", "a"],
  ["a folder that is a file already", [...file("a"), { path: "a/", type: "5" }], "duplicate", "a"]
]

const damaged = (change: (bytes: Uint8Array) => void): Uint8Array => {
  const bytes = Uint8Array.from(tar([one]))
  change(bytes)
  return gzipSync(bytes)
}

const whole = tgz([one])

/** Bytes that are no archive: what, the bytes, the rule. */
const broken: ReadonlyArray<readonly [string, Uint8Array, string]> = [
  ["nothing", new Uint8Array(), "truncated"],
  ["a text", new TextEncoder().encode("no archive"), "not-gzip"],
  ["a tar archive that is not compressed", tar([one]), "not-gzip"],
  [
    "a gzip stream of another method",
    Uint8Array.from(whole, (byte, at) => (at === 2 ? 7 : byte)),
    "gzip-header"
  ],
  [
    "a gzip stream with an unknown flag",
    Uint8Array.from(whole, (byte, at) => (at === 3 ? 0x80 : byte)),
    "gzip-header"
  ],
  [
    "a gzip stream whose name does not end",
    Buffer.concat([Uint8Array.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]), Buffer.alloc(70_000, "n")]),
    "gzip-header"
  ],
  [
    "a gzip stream that is no deflate",
    Buffer.concat([whole.subarray(0, 10), Buffer.alloc(50, 0xff)]),
    "corrupt"
  ],
  ["U23: a second gzip member", Buffer.concat([whole, whole]), "second-member"],
  ["a second, empty gzip member", Buffer.concat([whole, gzipSync("")]), "second-member"],
  ["bytes behind the gzip stream", Buffer.concat([whole, Buffer.from("x")]), "trailing"],
  ["zeros behind the gzip stream", Buffer.concat([whole, new Uint8Array(512)]), "trailing"],
  ["no end blocks", gzipSync(entryBytes(one)), "truncated"],
  ["one end block", gzipSync(Buffer.concat([entryBytes(one), new Uint8Array(512)])), "truncated"],
  ["an empty stream", gzipSync(""), "truncated"],
  ["half a header", gzipSync(header(one).subarray(0, 100)), "truncated"],
  ["a body that is cut off", gzipSync(header({ ...one, size: 5000 })), "truncated"],
  ["an archive behind the archive", gzipSync(Buffer.concat([tar([one]), tar([{ path: "x" }])])), "trailing"],
  ["a block of zeros between entries", gzipSync(Buffer.concat([new Uint8Array(512), tar([one])])), "header"],
  ["a wrong checksum", damaged((bytes) => bytes.set([0x39], 0)), "header"],
  ["no tar archive", gzipSync("x".repeat(2048)), "header"],
  ["a size in other than octal digits", gzipSync(tar([{ path: "a", size: Number.NaN }])), "header"],
  ["a size in base 256", gzipSync(tarOf256()), "header"],
  ["a folder with bytes", tgz([{ path: "d/", type: "5", body: "x" }]), "header"],
  ["a PAX header that is no rows", tgz([{ path: "p", type: "x", body: "nonsense" }, one]), "header"],
  ["a PAX row longer than its header", tgz([{ path: "p", type: "x", body: "99 path=x\n" }, one]), "header"],
  ["a PAX row that ends elsewhere", tgz([{ path: "p", type: "x", body: "8 path=x\n" }, one]), "header"],
  ["a PAX size that is no number", tgz([pax({ size: "-1" }), one]), "header"],
  [
    "a PAX path twice",
    tgz([{ ...pax({}), body: paxRecord("path", "a") + paxRecord("path", "b") }, one]),
    "header"
  ],
  ["two PAX headers for one entry", tgz([pax({ path: "a" }), pax({ path: "b" }), one]), "header"],
  ["a PAX and a GNU path for one entry", tgz([pax({ path: "a" }), gnuLong("b"), one]), "header"],
  ["a path for all entries", tgz([pax({ path: "a" }, "g"), one]), "header"],
  ["a PAX header for nothing", gzipSync(entryBytes(pax({ path: "a" }))), "truncated"]
]

function tarOf256(): Uint8Array {
  const made = header({ path: "a" })
  made.set([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 124)
  made.set(new TextEncoder().encode(" ".repeat(8)), 148)
  const sum = made.reduce((total, byte) => total + byte, 0)
  made.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, "0")}\0 `), 148)
  return Buffer.concat([made, end])
}

const small = {
  ...usualBounds,
  entries: 12,
  bytes: 4000,
  archiveBytes: 20_000,
  headerBytes: 1500,
  namesBytes: 300
}

const many = (count: number, path: (at: number) => string): ReadonlyArray<Entry> =>
  Array.from({ length: count }, (_, at) => ({ path: path(at) }))

/** Archives that pass a small bound: what, the bytes, the bound. */
const large: ReadonlyArray<readonly [string, Uint8Array, string]> = [
  ["one file", tgz([one, { path: "a", body: "x".repeat(4000) }]), "size"],
  [
    "many files together",
    tgz([one, ...many(10, String).map((entry) => ({ ...entry, body: "x".repeat(500) }))]),
    "size"
  ],
  ["a size that lies, above", tgz([one, { path: "a", size: 0o77777777777 }]), "size"],
  ["a size that lies in PAX", tgz([one, pax({ size: "9007199254740993" }), { path: "a" }]), "size"],
  ["files that are left out", tgz([one, { path: ".git/a", body: "x".repeat(4000) }]), "size"],
  [
    "extended headers together",
    tgz(many(4, String).flatMap((entry) => [pax({ comment: "c".repeat(1200) }), entry])),
    "size"
  ],
  ["zeros behind the end", gzipSync(Buffer.concat([tar([one]), new Uint8Array(5000)])), "size"],
  ["files", tgz(many(13, String)), "entries"],
  ["folders", tgz(many(13, (at) => `${at}/`).map((entry) => ({ ...entry, type: "5" }))), "entries"],
  ["folders that are not named", tgz(many(7, (at) => `d${at}/f`)), "entries"],
  ["one folder, again and again", tgz([one, ...many(14, () => "d/")]), "entries"],
  ["what is left out", tgz([one, ...many(14, (at) => `.git/${at}`)]), "entries"],
  ["one path of PAX", tgz([pax({ path: "p", comment: "c".repeat(1500) }), { path: "x" }]), "header"],
  ["one path of GNU", tgz([gnuLong("n".repeat(1500)), { path: "x" }]), "header"],
  ["one header for all", tgz([pax({ comment: "c".repeat(1500) }, "g"), one]), "header"],
  ["paths together", tgz(many(5, (at) => `${at}${"n".repeat(80)}`)), "names"],
  ["the archive itself", Buffer.concat([whole, Buffer.alloc(20_000, "x")]), "archive"]
]

const judge = Effect.fnUntraced(function* (archive: Uint8Array) {
  const failure = yield* Effect.flip(fetchedFrom(archive))
  assert.deepStrictEqual(yield* stagings, [])
  assert.strictEqual(Reflect.get(failure, Runtime.errorExitCode), 4)
  assert.notMatch(failure.message, /\p{Cc}/u)
  return failure
})

describe("an archive", () => {
  for (const [what, content, rule, named] of entries) {
    it.effect(`is refused for ${what}`, () =>
      Effect.gen(function* () {
        const failure = yield* judge(tgz(content))
        assert.deepInclude(failure, { _tag: "BundleRefused", rule })
        assert.include(failure.message, named)
      }).pipe(Effect.provide(layerOn(inMemory)))
    )
  }
  for (const [what, bytes, rule] of broken) {
    it.effect(`is refused when it is ${what}, or holds it`, () =>
      Effect.gen(function* () {
        const failure = yield* judge(bytes)
        assert.propertyVal(failure, "_tag", "ArchiveBroken")
        assert.propertyVal(failure, "rule", rule)
        assert.include(failure.message, "/workspace/x.tgz")
      }).pipe(Effect.provide(layerOn(inMemory)))
    )
  }
  for (const [what, bytes, limit] of large) {
    it.effect(`is read no further when a bound is passed by ${what}`, () =>
      Effect.gen(function* () {
        assert.propertyVal(yield* judge(bytes), "limit", limit)
      }).pipe(Effect.provide(layerOn(inMemory, small)))
    )
  }
  it.effect("takes as much as the bounds allow, the top folder not counted", () =>
    Effect.gen(function* () {
      const content = many(6, (at) => `repo/d${at}/f`).map((entry) => ({ ...entry, body: "x".repeat(600) }))
      const { files } = yield* fetchedFrom(tgz([{ path: "repo/", type: "5" }, ...content]))
      assert.strictEqual(files.length, 6)
    }).pipe(Effect.provide(layerOn(inMemory, small)))
  )
  it.effect("is refused when it unpacks to more than the ratio, beyond what is free", () =>
    Effect.gen(function* () {
      const zeros = (size: number) => tgz([one, { path: "z", body: new Uint8Array(size) }])
      assert.deepInclude(yield* judge(zeros(100_000)), { _tag: "ArchiveTooLarge", limit: "ratio" })
      yield* fetchedFrom(zeros(8000))
    }).pipe(Effect.provide(layerOn(inMemory, { ratio: 20, ratioFreeBytes: 10_000 })))
  )
})

describe("an archive that did not arrive whole", () => {
  const content = Array.from({ length: 40 }, (_, at) => `line ${at} ${(at * 7919) % 1009}\n`).join("")
  const archive = tgz({ "capability.json": "{}", "hooks/a.sh": "#!/bin/sh\n", "docs/text.md": content })
  it.effect("is refused wherever it is cut off", () =>
    Effect.gen(function* () {
      for (let size = 0; size < archive.length; size += 1) {
        const failure = yield* judge(archive.subarray(0, size))
        assert.deepInclude(failure, { _tag: "ArchiveBroken", rule: "truncated" }, `cut off at ${size}`)
      }
    }).pipe(Effect.provide(layerOn(inMemory)))
  )
  it.effect("is refused whichever bit is another, or holds the same all the same", () =>
    Effect.gen(function* () {
      const right = gunzipSync(archive)
      let refused = 0
      // Every bit at both ends, and one of every byte between.
      const bits = Array.from({ length: archive.length * 8 }, (_, bit) => bit).filter(
        (bit) => bit < 160 || bit >= (archive.length - 12) * 8 || (bit & 7) === ((bit >> 3) * 5) % 8
      )
      for (const bit of bits) {
        const flipped = Uint8Array.from(archive)
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const exit = yield* Effect.exit(fetchedFrom(flipped))
        if (exit._tag === "Failure") {
          const failure = yield* Effect.flip(exit)
          assert.include(["ArchiveBroken", "ArchiveTooLarge", "BundleRefused"], failure._tag, `bit ${bit}`)
          refused += 1
        } else assert.deepStrictEqual(gunzipSync(flipped), right, `bit ${bit}`)
        assert.deepStrictEqual(yield* stagings, [])
      }
      // Time, system and speed in the gzip header decide nothing, nor do the last bits of the last byte.
      assert.isAbove(refused, bits.length - 80)
    }).pipe(Effect.provide(layerOn(inMemory)))
  )
})
