import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { canonicalJson, sameJson } from "../../../src/domain/json/canonical.ts"
import type { JsonValue } from "../../../src/domain/json/value.ts"

describe("canonicalJson", () => {
  it("sorts keys by UTF-16 units and writes no spaces", () => {
    assert.strictEqual(
      canonicalJson({ b: [1, { z: null, a: true }], "\uff5e": 1, "\u{1f600}": 2, a: "é" }),
      '{"a":"é","b":[1,{"a":true,"z":null}],"\u{1f600}":2,"\uff5e":1}'
    )
  })

  it("keeps an own __proto__ key, and leaves out absent members", () => {
    const parsed = JSON.parse('{"__proto__":{"a":1},"b":2}') as JsonValue
    assert.strictEqual(canonicalJson(parsed), '{"__proto__":{"a":1},"b":2}')
    assert.strictEqual(canonicalJson({ a: undefined, b: 1 }), '{"b":1}')
    assert.isFalse(sameJson(parsed, { b: 2 }))
  })

  it("writes numbers and lone surrogates as JSON does", () => {
    assert.strictEqual(canonicalJson([-0, 1e21, 0.1, "\ud800"]), '[0,1e+21,0.1,"\\ud800"]')
  })

  it("walks values two hundred levels deep", () => {
    let value: JsonValue = 1
    for (let depth = 0; depth < 100; depth += 1) value = { a: [value] }
    assert.strictEqual(canonicalJson(value).length, 100 * 8 + 1)
  })

  it.prop("reads back as the same value", [Schema.Json], ([value]) => {
    const text = canonicalJson(value as JsonValue)
    assert.strictEqual(canonicalJson(JSON.parse(text) as JsonValue), text)
    assert.isTrue(sameJson(JSON.parse(JSON.stringify(value)) as JsonValue, value as JsonValue))
  })
})
