import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { KeyEntry } from "../../../src/domain/config/entry.ts"
import { readConfigObject } from "../../../src/domain/config/document.ts"
import { flagLayer } from "../../../src/domain/config/flags.ts"
import { knownKey } from "../../../src/domain/config/key.ts"
import { parseValue } from "../../../src/domain/config/value.ts"
import { chooseWorkstream } from "../../../src/domain/config/workstream.ts"
import type { FederatedKey } from "../../../src/domain/config/federated.ts"

const entries: ReadonlyArray<FederatedKey> = [
  { key: "ui.on", owner: "ui", entry: { type: "boolean", default: true, description: "d" } },
  { key: "ui.depth", owner: "ui", entry: { type: "number", default: 1, description: "d" } },
  { key: "ui.name", owner: "ui", entry: { type: "string", default: "", description: "d" } },
  {
    key: "ui.mode",
    owner: "ui",
    entry: { type: "enum", values: ["fast", "slow"], default: "fast", description: "d" }
  }
]
const keys = new Map(entries.map((one) => [one.key, one]))

const failure = (given: ReadonlyArray<string>) => {
  const layer = flagLayer(given, keys)
  assert(Result.isFailure(layer), JSON.stringify(given))
  return layer.failure
}

describe("flagLayer", () => {
  it("types each value by its key, the value behind the first equals sign", () => {
    const layer = flagLayer(
      ["ui.on=false", "ui.depth=-1.5e1", "ui.name=a=true", "ui.mode=slow", "mode=x"],
      keys
    )
    assert.deepStrictEqual(Result.getOrThrow(layer), {
      origin: "flag",
      file: "",
      document: { "ui.on": false, "ui.depth": -15, "ui.name": "a=true", "ui.mode": "slow", mode: "x" }
    })
    assert.deepStrictEqual(Result.getOrThrow(flagLayer([], keys)).document, {})
  })

  it.each([
    ["ui.on", "ConfigFlagMalformed"],
    ["=true", "ConfigFlagMalformed"],
    ["ui.on=False", "ConfigValueRefused"],
    ["ui.on=1", "ConfigValueRefused"],
    ["ui.depth=", "ConfigValueRefused"],
    ["ui.depth=0x10", "ConfigValueRefused"],
    ["ui.depth=1e999", "ConfigValueRefused"],
    ["ui.depth=NaN", "ConfigValueRefused"],
    ["ui.mode=SLOW", "ConfigValueRefused"],
    ["ui.om=true", "ConfigKeyUnknown"],
    ["ui.=true", "ConfigKeyRefused"],
    ["__proto__=true", "ConfigKeyRefused"],
    ["features.constructor=true", "ConfigKeyRefused"],
    [`${"a".repeat(300)}=1`, "ConfigKeyRefused"]
  ])("refuses %s as %s", (given, tag) => {
    assert.strictEqual(failure([given])._tag, tag)
  })

  it("refuses a key that is given twice", () => {
    assert.strictEqual(failure(["ui.on=true", "ui.on=true"])._tag, "ConfigFlagMalformed")
  })

  it("names what is allowed, and what was probably meant", () => {
    assert.include(failure(["ui.mode=no"]).hints, "It may be `fast`, `slow`")
    assert.include(failure(["ui.om=true"]).hints, "Did you mean `ui.on`?")
    assert.include(failure(["ui=true"]).hints, "Did you mean `ui.depth`?")
  })
})

const untyped = { key: "k", owner: undefined, entry: undefined }

describe("parseValue", () => {
  it.each([
    ["true", true],
    ["12", 12],
    ["012", "012"],
    ["1.2.3", "1.2.3"],
    ["plain text", "plain text"],
    ['"12"', "12"],
    ['["a", 1, [true]]', ["a", 1, [true]]],
    ["", ""]
  ])("reads %j of a key without a type as JSON where it is, else as text", (text, value) => {
    assert.deepStrictEqual(Result.getOrThrow(parseValue(untyped, text)), value)
  })

  it.each(["null", "{}", '{"__proto__":1}', '[{"a":1}]', "[1", '"open', "[".repeat(200)])(
    "refuses %j of it",
    (text) => {
      assert.isTrue(Result.isFailure(parseValue(untyped, text)))
    }
  )

  it.prop("reads any text of a text key as it stands", { text: Schema.String }, ({ text }) => {
    const entry: KeyEntry = { type: "string", description: "d" }
    assert.strictEqual(Result.getOrThrow(parseValue({ key: "k", owner: "o", entry }, text)), text)
  })
})

describe("knownKey", () => {
  it.each([
    "git.base_branch",
    "agent_tools",
    "agent_tools.*",
    "features.x_1",
    "review.quorum",
    "review.env_allow.codex"
  ])("knows %s, the product's own", (key) => {
    assert.isTrue(Result.isSuccess(knownKey(keys, key)))
  })

  it("knows no name above or below a key", () => {
    for (const key of ["git", "git.base_branch.x", "features", "ui", "ui.on.x"])
      assert.isTrue(Result.isFailure(knownKey(keys, key)), key)
  })
})

describe("chooseWorkstream", () => {
  const said = (text: string) => chooseWorkstream([{ text, by: "x" }])

  it("takes the first that something is said by", () => {
    const chosen = chooseWorkstream([
      { text: undefined, by: "a" },
      { text: " \n", by: "b" },
      { text: "pay-2.x_y\r\n", by: "c" },
      { text: "other", by: "d" }
    ])
    assert.strictEqual(Result.getOrThrow(chosen), "pay-2.x_y")
    assert.strictEqual(Result.getOrThrow(chooseWorkstream([])), undefined)
  })

  it.each(["..", ".x", "a/b", "../a", "A", "a b", "a\u0000", "é", "a\\b", "a".repeat(200)])(
    "refuses %j",
    (text) => {
      const chosen = said(text)
      assert(Result.isFailure(chosen))
      assert.strictEqual(chosen.failure._tag, "WorkstreamRefused")
    }
  )
})

const read = (text: string) => readConfigObject("/f", new TextEncoder().encode(text))

describe("readConfigObject", () => {
  it("reads comments, trailing commas and a byte order mark", () => {
    assert.deepStrictEqual(Result.getOrThrow(read('\ufeff{ // why\n "a": [1,], /* x */ }')), { a: [1] })
  })

  it.each([
    "",
    " ",
    "[]",
    "null",
    '{"a":1,"a":2}',
    '{"a":{"b":1,"b":2},}',
    "{",
    '{"a":01}',
    "{'a':1}",
    '{"a":NaN}'
  ])("refuses %j", (text) => {
    assert.isTrue(Result.isFailure(read(text)))
  })

  it("says where a file with comments is broken, not that it has comments", () => {
    const result = read('{ // why\n "a": }')
    assert(Result.isFailure(result))
    assert.match(result.failure, /^Not valid JSON at line 2, column 7 \(byte 15\): unexpected/u)
  })
})
