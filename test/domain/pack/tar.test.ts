import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readPax } from "../../../src/domain/archive/pax.ts"
import { blockBytes, isZero, readHeader } from "../../../src/domain/archive/tarHeader.ts"
import { tarOf } from "../../../src/domain/pack/tar.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

/** Reads an archive back by its headers. */
const entriesOf = (tar: Uint8Array): ReadonlyArray<readonly [string, number]> => {
  const found: Array<readonly [string, number]> = []
  let path: string | undefined
  for (let at = 0; !isZero(tar.subarray(at, at + blockBytes));) {
    const header = Result.getOrThrow(readHeader(tar.subarray(at, at + blockBytes)))
    const body = tar.subarray(at + blockBytes, at + blockBytes + header.size)
    at += blockBytes + Math.ceil(header.size / blockBytes) * blockBytes
    if (header.type === "x") path = Result.getOrThrow(readPax(body)).path?.text
    else {
      found.push([path ?? header.name, header.size])
      path = undefined
    }
  }
  return found
}

describe("tarOf", () => {
  it("holds every path that a bundle may have, in the order given", () => {
    const paths = [
      "capability.json",
      "a".repeat(100),
      `${"b".repeat(99)}/${"c".repeat(100)}`,
      `${"d".repeat(155)}/${"e".repeat(100)}`,
      `${"f".repeat(156)}/${"g".repeat(100)}`,
      "h".repeat(101),
      "i".repeat(255),
      ...Array.from({ length: 25 }, (_, at) => `${"j".repeat(78 + at)}/${"k".repeat(200)}`),
      "skills/ä/SKILL.md",
      "skills/日本/SKILL.md",
      `${"l".repeat(250)}/${"m".repeat(250)}/${"n".repeat(250)}/${"o".repeat(250)}`
    ]
    const tar = tarOf(paths.map((path) => ({ path, bytes: bytes(path), executable: false })))
    assert.deepStrictEqual(
      entriesOf(tar),
      paths.map((path) => [path, bytes(path).length])
    )
  })

  it("fills whole blocks and ends in two of zeros, whatever the sizes", () => {
    for (const size of [0, 1, 511, 512, 513]) {
      const tar = tarOf([{ path: "x", bytes: new Uint8Array(size).fill(1), executable: true }])
      assert.strictEqual(tar.length % blockBytes, 0)
      assert.isTrue(isZero(tar.subarray(-2 * blockBytes)))
      assert.deepStrictEqual(entriesOf(tar), [["x", size]])
    }
  })
})
