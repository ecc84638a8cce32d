import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { gzipSync } from "node:zlib"
import { gzipHeaderSize } from "../../../src/domain/archive/gzipHeader.ts"
import { judgeGlobalPax, readPax } from "../../../src/domain/archive/pax.ts"
import { readHeader } from "../../../src/domain/archive/tarHeader.ts"
import { header, paxRecord } from "../../layers/archive/build.ts"

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

describe("gzipHeaderSize", () => {
  const head = (flags: number, ...rest: ReadonlyArray<number>) =>
    Uint8Array.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3, ...rest])
  it("passes over every member that a header may have", () => {
    assert.deepStrictEqual(gzipHeaderSize(gzipSync("x")), Result.succeed(10))
    assert.deepStrictEqual(gzipHeaderSize(head(1)), Result.succeed(10))
    assert.deepStrictEqual(gzipHeaderSize(head(4, 2, 0, 9, 9, 7)), Result.succeed(14))
    assert.deepStrictEqual(gzipHeaderSize(head(8, 0x61, 0, 7)), Result.succeed(12))
    assert.deepStrictEqual(gzipHeaderSize(head(16, 0, 7)), Result.succeed(11))
    assert.deepStrictEqual(gzipHeaderSize(head(31, 1, 0, 9, 0x61, 0, 0x62, 0, 5, 5)), Result.succeed(19))
  })
  it("asks for more while it cannot tell", () => {
    for (const bytes of [head(0).subarray(0, 9), head(4, 9), head(8, 0x61), head(2, 1), new Uint8Array()])
      assert.deepStrictEqual(gzipHeaderSize(bytes), Result.succeed(undefined))
  })
})

describe("readHeader", () => {
  it.prop(
    "reads any name and size that a header can hold",
    { name: Schema.String, size: Schema.Int },
    ({ name, size }) => {
      const clean = name.replace(/[\0\p{Cs}]/gu, "").slice(0, 30)
      const bytes = Math.abs(size) % 0o77777777777
      const read = Result.getOrThrow(readHeader(header({ path: clean, size: bytes })))
      assert.deepStrictEqual(read, { name: clean, isUtf8: true, type: "0", size: bytes })
    }
  )
  it("takes the field of a long path only in the standard format", () => {
    const given = { path: "b", prefix: "a" }
    assert.strictEqual(Result.getOrThrow(readHeader(header(given))).name, "a/b")
    for (const magic of ["ustar  \0", ""])
      assert.strictEqual(Result.getOrThrow(readHeader(header({ ...given, magic }))).name, "b")
  })
  it("sees every change of one byte", () => {
    const good = header({ path: "capability.json", size: 7 })
    for (let at = 0; at < good.length; at += 1) {
      const bad = Uint8Array.from(good)
      bad[at] = (bad[at] ?? 0) ^ 0x11
      const read = readHeader(bad)
      // The two bytes behind the checksum's digits are blanks of either kind.
      if (Result.isSuccess(read)) assert.include([154, 155], at)
    }
  })
})

describe("readPax", () => {
  it.prop("reads back any path", { path: Schema.String }, ({ path }) => {
    const clean = path.replace(/\p{Cs}/gu, "")
    const read = Result.getOrThrow(readPax(utf8(paxRecord("comment", "x=\n1") + paxRecord("path", clean))))
    assert.deepStrictEqual(read, { path: { text: clean, isUtf8: true } })
  })
  it.prop("never throws on arbitrary bytes", { data: Schema.Array(Schema.Int) }, ({ data }) => {
    assert.isBoolean(Result.isSuccess(readPax(Uint8Array.from(data))))
  })
  it("is linear in what it reads", () => {
    const rows = paxRecord("comment", "x").repeat(70_000)
    assert.deepStrictEqual(readPax(utf8(rows)), Result.succeed({}))
    assert.isTrue(Result.isFailure(readPax(utf8("9".repeat(1_000_000)))))
  })
})

describe("judgeGlobalPax", () => {
  it("tolerates a commit and refuses what would be every entry's", () => {
    assert.isUndefined(judgeGlobalPax(utf8(paxRecord("comment", "0123abc"))))
    for (const key of ["path", "size", "GNU.sparse.name"])
      assert.isDefined(judgeGlobalPax(utf8(paxRecord(key, "1"))))
  })
})
