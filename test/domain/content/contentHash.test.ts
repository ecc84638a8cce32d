import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { derivedMode, FileList } from "../../../src/domain/content/BundleFile.ts"
import {
  compareUtf8,
  contentHash,
  inHashOrder,
  integrityOf,
  manifestIntegrityMatches
} from "../../../src/domain/content/contentHash.ts"
import { canonicalJson } from "../../../src/domain/json/canonical.ts"
import { sha512Hex } from "../../../src/domain/hash.ts"

const file = (path: string, text: string) => ({
  path,
  size: new TextEncoder().encode(text).length,
  sha512: sha512Hex(text),
  executable: false
})

const sha = (text: string | Buffer): string => `sha512-${createHash("sha512").update(text).digest("base64")}`

describe("contentHash", () => {
  it("is the hash of the domain line and one row per file", () => {
    const files = [file("b.sh", "b"), file("a/ü.md", "ü")]
    const hex = (text: string) => createHash("sha512").update(text).digest("hex")
    const expected = sha(`gsd-content-1\na/ü.md\0${2}\0${hex("ü")}\nb.sh\0${1}\0${hex("b")}\n`)
    assert.strictEqual(contentHash(files), expected)
    assert.strictEqual(contentHash(files.toReversed()), expected)
  })

  it("differs by path, by size and by bytes", () => {
    const hashes = [[file("a", "1")], [file("b", "1")], [file("a", "2")], [file("a", "1"), file("b", "")], []]
    assert.strictEqual(new Set(hashes.map(contentHash)).size, hashes.length)
  })

  it("does not hash the mode", () => {
    assert.strictEqual(
      contentHash([file("a", "1")]),
      contentHash([{ ...file("a", "1"), executable: true } as never])
    )
  })

  it("orders by bytes, not by UTF-16 units", () => {
    const paths = ["\u{1f600}", "\uff5e", "a", "a.b", "a/b", "Z"]
    const expected = paths.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
    const order = inHashOrder(paths.map((path) => ({ path }))).map(({ path }) => path)
    assert.deepStrictEqual(order, expected)
  })

  it.prop("compares like the bytes do", [Schema.String, Schema.String], ([left, right]) => {
    if (/\p{Cs}/u.test(left + " " + right)) return
    const expected = Buffer.compare(Buffer.from(left), Buffer.from(right))
    assert.strictEqual(Math.sign(compareUtf8(left, right)), expected)
  })
})

describe("manifestIntegrityMatches", () => {
  const manifest = { id: "owl", version: "1.0.0" }
  const files = (text: string) => [file("capability.json", text), file("hooks/a.sh", "#!/bin/sh\n")]
  const declared = integrityOf(files(JSON.stringify(manifest)), manifest)

  it("holds for the packed manifest however it is laid out, with the member in it", () => {
    const packed = { version: "1.0.0", integrity: declared, id: "owl" }
    assert.isTrue(
      manifestIntegrityMatches({ declared, files: files(JSON.stringify(packed, null, 2)), manifest: packed })
    )
    const replaced = canonicalJson(manifest)
    assert.strictEqual(declared, contentHash(files(replaced)))
  })

  it("fails when a byte of a file or of the manifest's meaning changed", () => {
    const changed = { ...manifest, version: "1.0.1", integrity: declared }
    assert.isFalse(
      manifestIntegrityMatches({ declared, files: files(JSON.stringify(changed)), manifest: changed })
    )
    const other = [file("capability.json", "{}"), file("hooks/a.sh", "#!/bin/sh\n ")]
    assert.isFalse(manifestIntegrityMatches({ declared, files: other, manifest }))
  })

  it("accepts the digest of the archive, and nothing that is no digest", () => {
    const archive = sha("archive")
    assert.isTrue(manifestIntegrityMatches({ declared: archive, files: [], manifest, archive }))
    assert.isFalse(manifestIntegrityMatches({ declared: "x", files: [], manifest, archive: "x" }))
    assert.isFalse(manifestIntegrityMatches({ declared: archive, files: [], manifest }))
  })
})

describe("FileList", () => {
  it("survives its JSON text", () => {
    const files = [file("a", "1")]
    const list: FileList = { version: 1, contentHash: contentHash(files), files }
    const codec = Schema.fromJsonString(FileList)
    assert.deepStrictEqual(Schema.decodeSync(codec)(Schema.encodeSync(codec)(list)), list)
  })
})

describe("derivedMode", () => {
  it("is executable for what is declared or starts with a shebang", () => {
    assert.strictEqual(derivedMode({ declared: true, startsWithShebang: false }), 0o555)
    assert.strictEqual(derivedMode({ declared: false, startsWithShebang: true }), 0o555)
    assert.strictEqual(derivedMode({ declared: false, startsWithShebang: false }), 0o444)
  })
})
