import { assert, describe, it } from "@effect/vitest"
import { contentHash } from "../../../src/domain/content/contentHash.ts"
import { sha512Hex } from "../../../src/domain/hash.ts"
import { contentHashOf, digestOf } from "../../../src/layers/store/digest.ts"

const file = (path: string, content: string) => {
  const bytes = new TextEncoder().encode(content)
  return { path, size: bytes.length, sha512: digestOf(bytes), executable: false }
}

describe("contentHashOf", () => {
  it("is the content hash of the domain", () => {
    const files = [file("b.sh", "#!/bin/sh\n"), file("a/\u00fc.md", "\u00fc"), file("a/u\u0308b.md", "")]
    assert.strictEqual(contentHashOf(files), contentHash(files))
    assert.strictEqual(contentHashOf(files.toReversed()), contentHash(files))
    assert.strictEqual(contentHashOf([]), contentHash([]))
  })

  it("stands on the same digest of bytes", () => {
    assert.strictEqual(file("x", "text").sha512, sha512Hex("text"))
  })
})
