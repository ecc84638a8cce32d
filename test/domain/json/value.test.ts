import { assert, describe, it } from "@effect/vitest"
import { memberText } from "../../../src/domain/json/value.ts"

describe("memberText", () => {
  it("is a string member, and empty for anything else", () => {
    assert.strictEqual(memberText({ a: "x" }, "a"), "x")
    for (const value of [undefined, null, "a", ["a"], {}, { a: 1 }, { a: null }])
      assert.strictEqual(memberText(value, "a"), "")
  })

  it("reads no inherited member", () => {
    assert.strictEqual(memberText(Object.create({ a: "x" }), "a"), "")
  })
})
