import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readJson } from "../../../src/domain/json/intake.ts"
import { plainJson } from "../../../src/domain/json/plainJson.ts"

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const limits = { maxBytes: 100_000, maxDepth: 5 }

/** Where a value is given, the strict reader gives the same and has nothing to say. */
const agrees = (bytes: Uint8Array): boolean => {
  const plain = plainJson(bytes, limits)
  if (plain === undefined) return false
  const { notes, value } = Result.getOrThrow(readJson(bytes, limits))
  assert.deepStrictEqual(plain, value)
  assert.deepStrictEqual(notes, [])
  return true
}

const slips = [
  '"',
  "\\",
  ",",
  ":",
  "{",
  "}",
  "[",
  "]",
  "1",
  "e9",
  "\\u00e9",
  "\\ud800",
  "\u2028",
  "\t",
  "//",
  "x"
]

describe("plainJson", () => {
  it.prop(
    "reads what JSON.stringify writes as the strict reader does, unless that is too deep or half of a pair",
    { value: Schema.Json, indent: Schema.Literals([0, 1, 4]) },
    ({ indent, value }) => {
      const bytes = bytesOf(JSON.stringify(value, null, indent))
      const isRefused = Result.isFailure(readJson(bytes, limits))
      if (!agrees(bytes)) assert.isTrue(isRefused || /\\u[dD]/u.test(JSON.stringify(value)))
    }
  )

  it.prop(
    "says of a text with a slip in it what the strict reader says, or nothing",
    { value: Schema.Json, at: Schema.Int, slip: Schema.Literals(slips) },
    ({ at, slip, value }) => {
      const text = JSON.stringify({ a: value, b: [value] })
      const place = Math.abs(at) % text.length
      agrees(bytesOf(text.slice(0, place) + slip + text.slice(place)))
      agrees(bytesOf(text.slice(0, place) + slip + text.slice(place + 1)))
    }
  )

  it("reads keys and texts with quotes, colons and backslashes in them", () => {
    for (const text of [
      '{"a\\"b":"c\\":","d\\\\":"e\\\\"}',
      '{"a" \n\t:\r"x:y","":{"":""}}',
      '{"__proto__":{"a":1},"constructor":2}',
      '["a:", "b", ":", "\\\\"]',
      "null",
      "-0",
      "[[[[[]]]]]"
    ])
      assert.isTrue(agrees(bytesOf(text)), text)
  })

  it("leaves everything that the strict reader refuses or tells about to it", () => {
    for (const text of [
      '{"a":1,"a":2}',
      '{"a":1,"\\u0061":2}',
      '{"b":{"a":1},"c":[{"a":1,"a":1}]}',
      '{"__proto__":1,"__proto__":2}',
      '{"a":"\\ud800"}',
      '{"a":1e999}',
      "\uFEFF{}",
      "[[[[[[]]]]]]",
      "[1,]",
      "{} // x",
      "",
      `"${"x".repeat(100_000)}"`
    ])
      assert.isUndefined(plainJson(bytesOf(text), limits), text.slice(0, 40))
    assert.isUndefined(plainJson(Uint8Array.of(0x22, 0xc0, 0x22), limits))
    assert.isUndefined(plainJson(Uint8Array.of(0xff, 0xfe, 0x22, 0), limits))
  })

  it("never throws, however deep a text is", () => {
    const deep = { maxBytes: 10_000_000, maxDepth: 1_000_000 }
    assert.isUndefined(plainJson(bytesOf("[".repeat(1_000_000)), deep))
    assert.doesNotThrow(() => plainJson(bytesOf("[".repeat(500_000) + "]".repeat(500_000)), deep))
  })
})
