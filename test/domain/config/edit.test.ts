import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readConfig } from "../../../src/domain/config/document.ts"
import { setKeys, unsetKey } from "../../../src/domain/config/edit.ts"
import { valueAt } from "../../../src/domain/config/resolve.ts"
import { spotOf } from "../../../src/domain/config/spot.ts"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import type { SettingsDocument } from "../../../src/domain/settings/document.ts"
import { valueOf } from "../../../src/domain/settings/tree.ts"
import { choices, documentFrom, textOf } from "../settings/documents.ts"

const file = "/projects/x/.planning/config.json"

const documentOf = (text: string | undefined): SettingsDocument => ({
  file,
  bytes: text === undefined ? undefined : new TextEncoder().encode(text),
  strict: false
})

const set = (text: string | undefined, key: string, value: JsonValue): string =>
  textOf(Result.getOrThrow(setKeys(documentOf(text), [{ key, value }])))

const unset = (text: string, key: string): string =>
  textOf(Result.getOrThrow(unsetKey(documentOf(text), key)))

const refusal = (text: string, key: string) => {
  const result = setKeys(documentOf(text), [{ key, value: 1 }])
  assert(Result.isFailure(result))
  return result.failure._tag
}

const objectIn = (text: string): JsonValue => {
  const { root } = Result.getOrThrow(readConfig(documentOf(text))).tree
  return root === undefined ? {} : valueOf(root)
}

describe("setKeys", () => {
  it("makes a file with the key nested", () => {
    assert.strictEqual(set(undefined, "a.b", true), '{\n  "a": {\n    "b": true\n  }\n}\n')
  })

  it.each([
    [
      '{\r\n\t// why\r\n\t"a": { "b": 1 }, // behind\r\n}\r\n',
      '{\r\n\t// why\r\n\t"a": { "b": 2 }, // behind\r\n}\r\n'
    ],
    ['\ufeff{"a.b":1,"c":0}', '\ufeff{"a.b":2,"c":0}'],
    ['{"a":{"b":1},"a.b":9}', '{"a":{"b":1},"a.b":2}'],
    ['{"a":{"c":1}}', '{"a":{"c":1,"b":2}}'],
    ['{\n  "x": [1, 2]\n}', '{\n  "x": [1, 2],\n  "a": {\n    "b": 2\n  }\n}'],
    ['{"a":{"b":null}}', '{"a":{"b":2}}'],
    ["// nothing yet\n", '// nothing yet\n{\n  "a": {\n    "b": 2\n  }\n}\n']
  ])("edits %j where the key stands, every other byte as it was", (before, after) => {
    assert.strictEqual(set(before, "a.b", 2), after)
  })

  it("gives the very bytes back when the value is the same", () => {
    const document = documentOf('{ "a": { "b": [1 , "x"] } }')
    const bytes = Result.getOrThrow(setKeys(document, [{ key: "a.b", value: [1, "x"] }]))
    assert.strictEqual(bytes, document.bytes)
  })

  it("puts a key into the object that holds most of its name", () => {
    assert.strictEqual(set('{"a.b":{"c":1}}', "a.b.d", 2), '{"a.b":{"c":1,"d":2}}')
  })

  it.each([
    ['{"a":5}', "a.b", "SettingsContainerWrong"],
    ['{"a":{"b":{"c":1}}}', "a.b", "ConfigPlaceTaken"],
    ["[]", "a", "SettingsContainerWrong"],
    ['{"x":1,"x":2}', "a", "SettingsKeyDuplicate"],
    ['{"x":[{"y":1,"y":2}]}', "a", "SettingsKeyDuplicate"],
    ['{"a":', "a", "SettingsSyntaxInvalid"],
    ['{"a":1}x', "a", "SettingsSyntaxInvalid"]
  ])("refuses %j for %s as %s", (text, key, tag) => {
    assert.strictEqual(refusal(text, key), tag)
  })

  it("sets all of several or none", () => {
    const wanted = [
      { key: "a.b", value: 1 },
      { key: "a.b.c", value: 2 }
    ]
    assert.isTrue(Result.isFailure(setKeys(documentOf("{}"), wanted)))
    const both = setKeys(
      documentOf("{}"),
      [wanted[0], { key: "a.c", value: 2 }].filter((one) => one !== undefined)
    )
    assert.deepStrictEqual(objectIn(textOf(Result.getOrThrow(both))), { a: { b: 1, c: 2 } })
  })
})

describe("unsetKey", () => {
  it.each([
    ['{"a":{"b":1}}', "{}"],
    ['{"a":{"b":1,"c":2}}', '{"a":{"c":2}}'],
    ['{"a.b":1,"a":{"b":2},"c":3}', '{"c":3}'],
    ['{ // why\n  "a.b": 1\n}\n', "{ // why\n}\n"],
    ['{"c":3}', '{"c":3}']
  ])("takes a.b out of %j wherever it stands", (before, after) => {
    assert.strictEqual(unset(before, "a.b"), after)
  })

  it("makes no file", () => {
    assert.strictEqual(Result.getOrThrow(unsetKey(documentOf(undefined), "a")), undefined)
  })
})

const written: ReadonlyArray<JsonValue> = [true, 0, -1.5, "text // no comment", "", ["a", 1], []]

describe("setKeys and unsetKey", () => {
  it.prop(
    "leave the bytes of any file as they were, when one follows the other",
    { numbers: choices(0, 150), at: choices(1, 1) },
    ({ at, numbers }) => {
      const document = { ...documentFrom(numbers), strict: false }
      const read = readConfig(document)
      const bytes = document.bytes
      // Blanks inside of an empty root, or in place of one, go with the first key and do not come back.
      if (Result.isFailure(read) || bytes === undefined || (read.success.tree.root?.slots.length ?? 0) === 0)
        return
      const value = written[(at[0] ?? 0) % written.length] ?? null
      const changed = Result.getOrThrow(setKeys(document, [{ key: "workflow.some_key", value }]))
      const { tree } = Result.getOrThrow(readConfig({ ...document, bytes: changed }))
      assert.deepStrictEqual(valueAt(tree.root && valueOf(tree.root), "workflow.some_key"), value)
      const back = Result.getOrThrow(unsetKey({ ...document, bytes: changed }, "workflow.some_key"))
      assert.strictEqual(textOf(back), textOf(bytes))
    },
    { arbitrary: { runs: 400 } }
  )

  it.prop(
    "change nothing but the value of a key that stands there",
    { numbers: choices(0, 150), at: choices(1, 1) },
    ({ at, numbers }) => {
      const document = { ...documentFrom(numbers), strict: false }
      const read = readConfig(document)
      if (Result.isFailure(read) || spotOf(read.success.tree.root, "k0") === undefined) return
      const value = written[(at[0] ?? 0) % written.length] ?? null
      const changed = setKeys(document, [{ key: "k0", value }])
      if (Result.isFailure(changed)) return assert.strictEqual(changed.failure._tag, "ConfigPlaceTaken")
      const slot = read.success.tree.root?.slots.find(({ key }) => key === "k0")
      const before = read.success.tree.text
      const after = textOf(changed.success).replace(/^\ufeff/u, "")
      assert.isTrue(after.startsWith(before.slice(0, slot?.value.start)))
      assert.isTrue(after.endsWith(before.slice(slot?.value.end)))
    },
    { arbitrary: { runs: 400 } }
  )
})
