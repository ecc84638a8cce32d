import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readJson } from "../../../src/domain/json/intake.ts"
import type { JsonDocument } from "../../../src/domain/json/intake.ts"

const limits = { maxBytes: 8 * 1024 * 1024, maxDepth: 100 }
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readJson(bytes(text), limits)
const good = (text: string): JsonDocument => Result.getOrThrow(read(text))
const bad = (input: string | Uint8Array) => {
  const result = typeof input === "string" ? read(input) : readJson(input, limits)
  if (Result.isSuccess(result)) throw new Error(`accepted ${JSON.stringify(result.success.value)}`)
  return result.failure
}

describe("readJson", () => {
  it("reads what JSON.parse reads, to the same value", () => {
    for (const text of [
      "1",
      " null ",
      '"a\\u00e9\\ud83e\\udd89"',
      "[]",
      "{}",
      '[1,-2.5e3,true,false,null,"",{"a":[[]]}]',
      '{"a":{"b":[1,{"c":"d"}]},"":0,"1":2}'
    ]) {
      assert.deepStrictEqual(good(text).value, JSON.parse(text))
    }
  })

  it("names what it did not expect without an article", () => {
    assert.include(bad("{").message, "unexpected end of the document, a key")
    assert.include(bad('{"a" "b"}').message, "unexpected string, `:`")
  })

  it("refuses more bytes than the limit, and says how many", () => {
    const problem = bad(new Uint8Array(9 * 1024 * 1024))
    assert.strictEqual(problem._tag, "JsonTooLarge")
    assert.include(problem.message, "9437184")
  })

  it("strips a UTF-8 byte order mark with a note, and counts its bytes in positions", () => {
    const document = Result.getOrThrow(
      readJson(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('{"a":1}')]), limits)
    )
    assert.deepStrictEqual(document.value, { a: 1 })
    assert.deepStrictEqual(
      document.notes.map((note) => note.kind),
      ["byte-order-mark"]
    )
    assert.deepStrictEqual(Option.getOrThrow(document.locate("/a")), { offset: 4, line: 1, column: 2 })
    assert.deepStrictEqual(good("{}").notes, [])
  })

  it("refuses UTF-16 in either order by name", () => {
    assert.include(bad(new Uint8Array([0xff, 0xfe, 0x7b, 0])).message, "UTF-16LE")
    assert.include(bad(new Uint8Array([0xfe, 0xff, 0, 0x7b])).message, "UTF-16BE")
  })

  it("refuses invalid UTF-8 with the byte's offset", () => {
    for (const tail of [
      [0xff],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xe2, 0x82],
      [0x80]
    ]) {
      const problem = bad(new Uint8Array([0x22, 0xc3, 0xa9, ...tail, 0x22]))
      assert.strictEqual(problem._tag, "JsonEncodingRefused")
      assert.strictEqual("offset" in problem && problem.offset, 3)
    }
  })

  it("refuses everything that is not strict JSON, with byte offset, line and column", () => {
    const places: ReadonlyArray<
      readonly [text: string, found: string, offset: number, line: number, column: number]
    > = [
      ['{\n  "a": 1, // x\n}', "comment", 12, 2, 11],
      ["[/* x */]", "comment", 1, 1, 2],
      ["[1,]", "trailing comma", 3, 1, 4],
      ['{"é":1,}', "trailing comma", 8, 1, 8],
      ["[NaN]", "NaN", 1, 1, 2],
      ["[-Infinity]", "-", 1, 1, 2],
      ["['a']", "'a'", 1, 1, 2],
      ["[01]", "1", 2, 1, 3],
      ["[1.]", "number", 1, 1, 2],
      ["[1e999]", "too large", 1, 1, 2],
      ['["a\tb"]', "control character", 1, 1, 2],
      ['["a\\x"]', "escape", 1, 1, 2],
      ['["a', "does not end", 1, 1, 2],
      ["{a:1}", "no JSON value", 1, 1, 2],
      ['{"a" 1}', "`:`", 5, 1, 6],
      ["[1 2]", "`,` or `]`", 3, 1, 4],
      ["[1", "end of the document", 2, 1, 3],
      ["", "end of the document", 0, 1, 1],
      ["{}\r\n{}", "after the document", 4, 2, 1],
      ["[1}", "`}`", 2, 1, 3]
    ]
    for (const [text, found, offset, line, column] of places) {
      const problem = bad(text)
      assert.strictEqual(problem._tag, "JsonSyntaxInvalid", text)
      assert.include(problem.message, found, text)
      if (problem._tag === "JsonSyntaxInvalid") {
        assert.deepStrictEqual([problem.offset, problem.line, problem.column], [offset, line, column], text)
      }
    }
  })

  it("admits 100 levels and refuses the 101st", () => {
    assert.isTrue(Result.isSuccess(read("[".repeat(100) + "]".repeat(100))))
    const problem = bad("[".repeat(101) + "]".repeat(101))
    assert.strictEqual(problem._tag, "JsonTooDeep")
    assert.strictEqual("offset" in problem && problem.offset, 100)
  })

  it("refuses a duplicate key, however it is written, at the second one", () => {
    const problem = bad('{"id":1,\n "\\u0069d":2}')
    assert.strictEqual(problem._tag, "JsonKeyDuplicate")
    if (problem._tag === "JsonKeyDuplicate")
      assert.deepStrictEqual([problem.key, problem.offset, problem.line], ["id", 10, 2])
    assert.strictEqual(bad('{"__proto__":1,"__proto__":2}')._tag, "JsonKeyDuplicate")
    assert.isTrue(Result.isSuccess(read('{"a":{"a":1},"b":{"a":1}}')))
  })

  it("keeps prototype names as own members and changes no prototype", () => {
    const value = good('{"__proto__":{"role":"x"},"constructor":1,"prototype":2}').value as object
    assert.strictEqual(Object.getPrototypeOf(value), Object.prototype)
    assert.deepStrictEqual(Object.keys(value), ["__proto__", "constructor", "prototype"])
    assert.isFalse("role" in value)
  })

  it("refuses half of a surrogate pair in strings and keys, at its escape", () => {
    const places: ReadonlyArray<readonly [string, number]> = [
      ['["ab\\ud83e"]', 4],
      ['["\\udd89x"]', 2],
      ['["\\ud83e\\ud83e\\udd89"]', 2],
      ['["\\ud83e\\udd89\\udd89"]', 14],
      ['["\\\\ud83e\\ud83e"]', 9],
      ['{"\\ud83e":1}', 2]
    ]
    for (const [text, offset] of places) {
      const problem = bad(text)
      assert.strictEqual(problem._tag, "JsonSurrogateLone", text)
      assert.strictEqual("offset" in problem && problem.offset, offset, text)
    }
  })

  it("ends quickly on large and deep hostile input", () => {
    const wide = { maxBytes: 16 * 1024 * 1024, maxDepth: 100 }
    for (const text of [
      "[".repeat(9 * 1024 * 1024),
      '{"a":'.repeat(10_000),
      `[${"0,".repeat(2 * 1024 * 1024)}0]`,
      `"${"\\n".repeat(2 * 1024 * 1024)}"`,
      `{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":0`).join()}}`,
      " ".repeat(4 * 1024 * 1024)
    ]) {
      readJson(bytes(text), wide)
    }
  }, 20_000)

  it.prop("reads every JSON text as JSON.parse does", { value: Schema.Json }, ({ value }) => {
    const text = JSON.stringify(value)
    const result = read(text)
    if (Result.isSuccess(result)) assert.deepStrictEqual(result.success.value, JSON.parse(text))
    else assert.include(["JsonSurrogateLone", "JsonTooDeep"], result.failure._tag)
  })

  it.prop("never throws on arbitrary bytes", { data: Schema.Array(Schema.Int) }, ({ data }) => {
    readJson(new Uint8Array(data), limits)
  })
})

describe("JsonDocument.locate", () => {
  const document = good('{\n  "a": [10, {"b/c": "é", "~d": 2}],\n  "e": null\n}')
  const line = (pointer: string) => {
    const found = Option.getOrThrow(document.locate(pointer))
    return [found.offset, found.line, found.column]
  }

  it("finds keys in objects and values in arrays", () => {
    assert.deepStrictEqual(line(""), [0, 1, 1])
    assert.deepStrictEqual(line("/a"), [4, 2, 3])
    assert.deepStrictEqual(line("/a/1"), [14, 2, 13])
    assert.deepStrictEqual(line("/a/1/b~1c"), [15, 2, 14])
    assert.deepStrictEqual(line("/a/1/~0d"), [28, 2, 26])
    assert.deepStrictEqual(line("/e"), [41, 3, 3])
  })

  it("falls back to the nearest ancestor of a missing member", () => {
    assert.deepStrictEqual(line("/a/1/none/deeper"), line("/a/1"))
    assert.deepStrictEqual(line("/a/7"), line("/a"))
  })

  it("finds nothing for a malformed pointer", () => {
    assert.isTrue(Option.isNone(document.locate("a")))
  })
})
