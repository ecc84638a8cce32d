import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { KeyEntry } from "../../../src/domain/config/entry.ts"
import { leavesOf } from "../../../src/domain/config/leaves.ts"
import { mergeLayers, textsOf } from "../../../src/domain/config/merge.ts"
import { configOrigins, resolveKey, valueAt, type ConfigLayer } from "../../../src/domain/config/resolve.ts"
import { isJsonObject, type JsonObject } from "../../../src/domain/json/value.ts"

const flag: KeyEntry = { type: "boolean", default: true, description: "d" }
const text: KeyEntry = { type: "string", description: "d" }
const mode: KeyEntry = { type: "enum", values: ["a", "b"], default: "a", description: "d" }

const layer = (origin: ConfigLayer["origin"], document: JsonObject): ConfigLayer => ({
  origin,
  file: origin === "flag" ? "" : `/${origin}.json`,
  document
})

const parsed = (json: string): JsonObject => JSON.parse(json)

describe("resolveKey", () => {
  it("takes the strongest layer, whatever their order", () => {
    const layers = [
      layer("flag", { k: "flag" }),
      layer("user", { k: "user" }),
      layer("workstream", { k: "workstream" }),
      layer("project", { k: "project" })
    ]
    const origins = ["flag", "workstream", "project", "user"] as const
    for (const [index, origin] of origins.entries()) {
      const left = layers.filter((one) => origins.slice(index).some((kept) => kept === one.origin))
      const found = resolveKey(left, "k", text)
      assert.deepStrictEqual([found.value, found.origin], [origin, origin])
    }
    assert.include(resolveKey([], "k", text), { value: undefined, origin: "default" })
  })

  it("never counts the text false as true, nor any other type", () => {
    for (const value of ["false", "true", 1, 0, [], {}, ""]) {
      const found = resolveKey([layer("project", { a: { b: value } })], "a.b", flag)
      assert.include(found, { value: true, origin: "default" })
      assert.match(found.settings[0]?.problem ?? "", /is no boolean/u)
    }
  })

  it("falls to the next weaker layer that fits, and says why it did", () => {
    const layers = [layer("user", { m: "b" }), layer("project", { m: "c" })]
    const found = resolveKey(layers, "m", mode)
    assert.include(found, { value: "b", origin: "user" })
    assert.include(found.settings[0], { origin: "project", problem: '`"c"` is none of `a`, `b`' })
  })

  it("takes null as nothing", () => {
    const layers = [layer("user", { k: "u" }), layer("project", { k: null })]
    assert.include(resolveKey(layers, "k", text), { value: "u", origin: "user" })
    assert.include(resolveKey(layers, "k", undefined), { value: "u", origin: "user" })
  })

  it.each([
    "__proto__",
    "constructor",
    "toString",
    "a.__proto__",
    "a.constructor.name",
    "",
    ".",
    "..",
    "a..b"
  ])("finds nothing under %j that no file says", (key) => {
    assert.strictEqual(valueAt(parsed('{"a":{"b":1}}'), key), undefined)
    assert.strictEqual(resolveKey([layer("project", { a: {} })], key, flag).origin, "default")
  })

  it("reads an own member of that name as what it is", () => {
    assert.strictEqual(valueAt(parsed('{"__proto__":{"polluted":true}}'), "polluted"), undefined)
    assert.strictEqual(valueAt(parsed('{"__proto__":{"polluted":true}}'), "__proto__.polluted"), true)
  })

  it("ends soon on a name of many thousand parts", () => {
    const key = "a.".repeat(100_000)
    assert.strictEqual(valueAt({ a: { a: {} } }, key), undefined)
    assert.strictEqual(valueAt({ [key]: 1 }, key), 1)
  })

  it.prop(
    "is total: one of the layers or the default, of the key's type",
    {
      documents: Schema.Array(Schema.Record(Schema.String, Schema.Json)),
      key: Schema.String,
      name: Schema.String
    },
    ({ documents, key, name }) => {
      const layers = documents.map((document, at): ConfigLayer => {
        const origin = configOrigins[1 + (at % (configOrigins.length - 1))]
        assert(origin !== undefined && origin !== "default")
        return layer(origin, { ...parsed(JSON.stringify(document)), [key]: true, [name]: { [key]: "false" } })
      })
      for (const wanted of [key, name, `${name}.${key}`]) {
        const { origin, settings, value } = resolveKey(layers, wanted, flag)
        assert.isBoolean(value)
        assert.strictEqual(settings.at(-1)?.origin, "default")
        const first = settings.find(({ problem }) => problem === undefined)
        assert.deepStrictEqual([first?.origin, first?.value], [origin, value])
      }
    }
  )
})

const names = Schema.Literals(["a", "b", "a.b", "b.c", "c", "a.b.c", "__proto__"])
const leaf = Schema.Union([Schema.Null, Schema.Literals([true, 1, "x"])])
const inner = Schema.Record(names, leaf)
const outer = Schema.Record(
  names,
  Schema.Union([leaf, inner, Schema.Record(names, Schema.Union([leaf, inner]))])
)

describe("leavesOf", () => {
  it.prop("finds of each key what valueAt finds", { document: outer }, ({ document }) => {
    const object = parsed(JSON.stringify(document))
    for (const [key, value] of leavesOf(object)) {
      const found = valueAt(object, key)
      if (!isJsonObject(found)) assert.deepStrictEqual(found, value, key)
    }
  })

  it("reads both spellings, and the one name first", () => {
    const leaves = leavesOf({ a: { b: 1, c: { d: [] } }, "a.b": 2, n: null, e: {} })
    assert.deepStrictEqual(
      [...leaves],
      [
        ["a.b", 2],
        ["a.c.d", []]
      ]
    )
  })
})

describe("mergeLayers", () => {
  const layers = [
    layer("user", { host: "http://user", n: 5, only: "u" }),
    layer("project", { host: 7, n: "five" }),
    layer("workstream", { n: null })
  ]

  it("takes of each key the strongest value that fits, with its file, and says what it passed over", () => {
    const { passedOver, settings } = mergeLayers(layers, (key) => (key === "host" ? text : undefined))
    assert.deepInclude(settings.get("host"), { value: "http://user", file: "/user.json" })
    assert.deepInclude(settings.get("n"), { value: "five", file: "/project.json" })
    assert.deepInclude(settings.get("only"), { value: "u", file: "/user.json" })
    assert.deepStrictEqual(passedOver, [
      { key: "host", value: 7, file: "/project.json", origin: "project", problem: "`7` is no string" }
    ])
  })

  it("keeps the strongest where none fits, for its reader to say so", () => {
    const { settings } = mergeLayers(layers.slice(1), () => mode)
    assert.deepInclude(settings.get("host"), { value: 7, file: "/project.json" })
  })

  it("tells of texts the one that lanes are given", () => {
    assert.strictEqual(textsOf(layers).get("host"), "http://user")
    assert.strictEqual(textsOf(layers).get("n"), "five")
  })
})
