import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { admitEngine, unmetEngine } from "../../../src/domain/install/engine.ts"
import { incompatibleReason, invalidReason } from "../../../src/domain/overlay/manifestReasons.ts"

const made = { engines: { gsd: ">=2.0.0" } }

describe("unmetEngine", () => {
  it("is the range that the version does not meet", () => {
    assert.strictEqual(unmetEngine(made, "1.14.0"), ">=2.0.0")
    assert.isUndefined(unmetEngine(made, "2.0.1"))
  })

  it("is nothing where no range is asked for", () => {
    for (const raw of [undefined, null, {}, { engines: null }, { engines: { gsd: 2 } }])
      assert.isUndefined(unmetEngine(raw, "1.14.0"))
  })

  it("is a refusal of installs and a reason of lists", () => {
    const refused = Result.flip(admitEngine("hk-cap", made, "1.14.0"))
    assert.include(Result.getOrThrow(refused), { _tag: "EngineIncompatible", range: ">=2.0.0" })
    assert.isTrue(Result.isSuccess(admitEngine("hk-cap", made, "2.0.0")))
    assert.include(incompatibleReason(made, "1.14.0") ?? "", "engines.gsd >=2.0.0")
    assert.isUndefined(incompatibleReason(made, "2.0.0"))
  })
})

describe("invalidReason", () => {
  const problem = {
    rule: "r",
    severity: "warning",
    pointer: "/a",
    message: "is odd",
    hint: "Mend it"
  } as const

  it("names the first error, and no warning", () => {
    assert.isUndefined(invalidReason([problem]))
    const errors = [problem, { ...problem, severity: "error", pointer: "/b" } as const]
    assert.strictEqual(invalidReason(errors), "its manifest is invalid at /b: is odd")
  })
})
