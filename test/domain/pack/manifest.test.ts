import { assert, describe, it } from "@effect/vitest"
import { integrityOf } from "../../../src/domain/content/contentHash.ts"
import { changedFrom, readTree } from "../../../src/domain/pack/checkout.ts"
import { packedManifest } from "../../../src/domain/pack/manifest.ts"
import { publicRemote } from "../../../src/domain/pack/origin.ts"

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const textOf = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>

describe("packedManifest", () => {
  const raw = { id: "a", integrity: "sha512-old", version: "1.0.0" }
  const source = { bytes: bytesOf(raw), raw, files: [] }
  const provenance = { sourceRepo: "https://git.example/a", commit: "0".repeat(40) }

  it("fills integrity in where it stands, over the provenance too", () => {
    const packed = textOf(packedManifest(source, { _tag: "Set", provenance }))
    assert.deepStrictEqual(Object.keys(packed), ["id", "integrity", "version", "provenance"])
    assert.strictEqual(packed["integrity"], integrityOf([], { id: "a", version: "1.0.0", provenance }))
  })

  it("leaves bytes that say all of it already as they are", () => {
    const first = packedManifest(source, { _tag: "Keep" })
    const again = { bytes: first, raw: textOf(first) as typeof raw, files: [] }
    assert.strictEqual(packedManifest(again, { _tag: "Keep" }), first)
    assert.strictEqual(packedManifest(again, { _tag: "Remove" }), first)
  })
})

describe("publicRemote", () => {
  it("is an address without credentials, or none", () => {
    for (const [remote, address] of [
      ["https://git.example/o/r.git", "https://git.example/o/r.git"],
      ["https://me:secret@git.example/o/r.git", "https://git.example/o/r.git"],
      ["https://token@git.example/o/r", "https://git.example/o/r"],
      ["git@git.example:o/r.git", "ssh://git@git.example/o/r.git"],
      ["ssh://git@git.example/o/r.git", "ssh://git@git.example/o/r.git"],
      ["/srv/git/r.git", undefined],
      ["../r.git", undefined],
      ["C:\\repos\\r", undefined],
      ["file:///srv/r.git", undefined],
      ["ext::sh -c touch", undefined],
      ["http://git.example/r.git", undefined],
      ["", undefined]
    ] as const)
      assert.strictEqual(publicRemote(remote), address, remote)
  })
})

describe("changedFrom", () => {
  it("names what differs, what is new and what is gone, and passes over what is not packed", () => {
    const hash = (digit: string) => digit.repeat(40)
    const tree = readTree(
      [
        `100644 blob ${hash("1")}\ta`,
        `100755 blob ${hash("2")}\tb/c d`,
        `120000 blob ${hash("3")}\tlink`,
        `160000 commit ${hash("4")}\tmodule`,
        `100644 blob ${hash("5")}\tx/__pycache__/y`,
        ""
      ].join("\0")
    )
    const files = new Map([
      ["a", hash("1")],
      ["b/c d", hash("9")],
      ["link", hash("3")],
      ["new", hash("6")]
    ])
    assert.deepStrictEqual(changedFrom(tree, files), ["b/c d", "link", "module", "new"])
  })
})
