import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import {
  equalsInFrontmatter,
  judgeConfig,
  judgeExists,
  judgeFrontmatter
} from "../../../src/domain/loop/predicate.ts"
import type { JsonObject, JsonValue } from "../../../src/domain/json/value.ts"

const pairs: ReadonlyArray<readonly [actual: JsonValue, wanted: JsonValue, same: boolean]> = [
  [0, 0, true],
  ["0", 0, true],
  [0, "0", true],
  ["00", 0, false],
  ["0.0", 0, false],
  ["", 0, false],
  [null, 0, false],
  [null, "null", false],
  ["null", null, false],
  [false, 0, false],
  ["true", true, true],
  [true, "true", true],
  ["True", true, false],
  [1, true, false],
  ["a", "a", true],
  ["a", "A", false],
  [[1, "2"], [1, "2"], true],
  [[1, "2"], [1, 2], false],
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  ["{}", {}, false]
]

describe("equalsInFrontmatter", () => {
  it.each(pairs)("%j and %j: %s", (actual, wanted, same) => {
    assert.strictEqual(equalsInFrontmatter(actual, wanted), same)
  })

  it.prop(
    "is what is equal as JSON at least, and the same from both sides",
    [Schema.Json, Schema.Json],
    ([one, other]) =>
      assert.deepStrictEqual(
        [equalsInFrontmatter(one, one), equalsInFrontmatter(one, other)],
        [true, equalsInFrontmatter(other, one)]
      )
  )
})

const frontmatter = (field: string, equals: unknown, front: JsonObject | undefined) =>
  judgeFrontmatter(
    { kind: "artifact-frontmatter-equals", artifact: "SECURITY.md", field, equals },
    front === undefined ? undefined : { path: ".planning/03-SECURITY.md", front },
    ".planning/phases/03-pay"
  )

describe("judgeFrontmatter", () => {
  it("blocks without the file, without the field, and with another value", () => {
    for (const [answer, said] of [
      [frontmatter("threats_open", 0, undefined), "no `SECURITY.md` in `.planning/phases/03-pay`"],
      [frontmatter("threats_open", 0, {}), "says no `threats_open`"],
      [frontmatter("threats_open", 0, { threats_open: 2 }), "is `2` and must be `0`"]
    ] as const) {
      assert.include(answer, { _tag: "Answered", block: true })
      assert.include(answer._tag === "Answered" ? answer.message : "", said)
    }
  })

  it("passes with the value, in quotes or not", () => {
    for (const value of [0, "0"])
      assert.include(frontmatter("threats_open", 0, { threats_open: value }), { block: false })
  })

  it("finds a field below others, and no inherited one", () => {
    assert.include(frontmatter("a.b", 1, { a: { b: 1 } }), { block: false })
    for (const field of ["constructor", "__proto__", "toString"])
      assert.include(frontmatter(field, {}, {}), { block: true })
  })
})

const config = (
  wanted: { readonly equals?: unknown; readonly value?: unknown },
  value: JsonValue | undefined,
  isDeclared = true
) => judgeConfig({ kind: "config-equals", key: "a.b", ...wanted }, { origin: "project", value }, isDeclared)

describe("judgeConfig", () => {
  it.each([
    [{ equals: true }, true, false],
    [{ value: true }, true, false],
    [{ equals: true, value: true }, true, false],
    [{ equals: false }, "false", true],
    [{ equals: 1 }, "1", true],
    [{ equals: "high" }, "high", false],
    [{ equals: null }, undefined, false],
    [{ equals: null }, true, true],
    [{ equals: 1 }, undefined, true]
  ] as const)("%j against %j blocks: %s", (wanted, value, block) => {
    assert.include(config(wanted, value), { _tag: "Answered", block })
  })

  it("cannot be asked without a value, or with two", () => {
    assert.strictEqual(config({}, true)._tag, "Unasked")
    assert.strictEqual(config({ equals: true, value: false }, true)._tag, "Unasked")
  })

  it("shows no value of a key that nobody declares: it may be secret", () => {
    assert.include(JSON.stringify(config({ equals: "x" }, "hunter2", true)), "hunter2")
    assert.notInclude(JSON.stringify(config({ equals: "x" }, "hunter2", false)), "hunter2")
  })
})

describe("judgeExists", () => {
  it("says where it was found, or where it was looked for", () => {
    const predicate = { kind: "artifact-exists", artifact: "UI-SPEC.md" } as const
    assert.include(judgeExists(predicate, ".planning/UI-SPEC.md", ".planning"), { block: false })
    assert.deepInclude(judgeExists(predicate, undefined, ".planning"), {
      block: true,
      message: "There is no `UI-SPEC.md` in `.planning`"
    })
  })
})
