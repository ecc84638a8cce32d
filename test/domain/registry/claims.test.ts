import { assert, describe, it } from "@effect/vitest"
import { namesOf } from "../../../src/domain/registry/claims.ts"
import { configOwner } from "../../../src/domain/registry/rules/configOwner.ts"
import { skillOwner } from "../../../src/domain/registry/rules/skillOwner.ts"

describe("namesOf a rule that compares for equality", () => {
  it("keeps the first holder of a name", () => {
    const names = namesOf(skillOwner)
    names.enter("a", 1)
    names.enter("a", 2)
    assert.strictEqual(names.holder("a"), 1)
    assert.isUndefined(names.holder("a.b"))
    assert.isUndefined(names.holder("constructor"))
  })
})

describe("namesOf a rule that compares dotted names", () => {
  it("meets the name itself, those above and those below, and no other", () => {
    const names = namesOf(configOwner)
    names.enter("a.b", 1)
    for (const name of ["a", "a.b", "a.b.c", "a.b.c.d"]) assert.strictEqual(names.holder(name), 1, name)
    for (const name of ["b", "a.c", "a.bc", "a.b-c", "", "a.", "a.constructor", "__proto__"])
      assert.isUndefined(names.holder(name), name)
  })

  it("names the holder above before the one below", () => {
    const names = namesOf(configOwner)
    names.enter("a.b.c", 1)
    names.enter("a.d", 2)
    assert.strictEqual(names.holder("a"), 1)
    assert.strictEqual(names.holder("a.d.e"), 2)
    names.enter("a", 3)
    assert.strictEqual(names.holder("a.x"), 3)
  })
})
