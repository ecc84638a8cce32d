import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { canonicalValue } from "../../../src/domain/json/canonicalText.ts"
import { readJson } from "../../../src/domain/json/intake.ts"

const encoder = new TextEncoder()

const bytesOf = (text: string): Uint8Array => encoder.encode(text)

const limits = { maxBytes: 1_000_000, maxDepth: 100 }

const deep = (levels: number): string => {
  let value: unknown = []
  for (let level = 1; level < levels; level += 1) value = [value]
  return `${JSON.stringify(value, null, 2)}\n`
}

describe("canonicalValue", () => {
  it.prop(
    "says what the strict reader says of whatever JSON.stringify wrote, or nothing",
    { value: Schema.Json },
    ({ value }) => {
      const bytes = bytesOf(`${JSON.stringify(value, null, 2)}\n`)
      const quick = canonicalValue(bytes, limits.maxDepth)
      if (quick !== undefined) assert.deepStrictEqual(quick, Result.getOrThrow(readJson(bytes, limits)).value)
      else assert.match(JSON.stringify(value), /\\u[dD]/u)
    }
  )

  it("leaves every text that the strict reader refuses to it", () => {
    const texts = [
      '{\n  "a": 1,\n  "a": 2\n}\n',
      '{\n  "a": 1 // x\n}\n',
      '{\n  "a": "\\ud800"\n}\n',
      '{\n  "a": 1e999\n}\n',
      `\uFEFF{}\n`,
      "{}",
      "{} \n",
      "",
      "{"
    ]
    for (const text of texts) assert.isUndefined(canonicalValue(bytesOf(text), limits.maxDepth), text)
    assert.isUndefined(canonicalValue(Uint8Array.of(0x22, 0xff, 0x22, 0x0a), limits.maxDepth))
  })

  it("reads as deep as the strict reader, and no deeper", () => {
    for (const levels of [1, 2, 99, 100]) {
      assert.isTrue(Result.isSuccess(readJson(bytesOf(deep(levels)), limits)))
      assert.isDefined(canonicalValue(bytesOf(deep(levels)), limits.maxDepth), String(levels))
    }
    for (const levels of [102, 150, 400])
      assert.isUndefined(canonicalValue(bytesOf(deep(levels)), limits.maxDepth), String(levels))
  })
})
