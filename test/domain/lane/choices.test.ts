import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { effortLevels } from "../../../src/domain/capability/laneVocabulary.ts"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import { decideBudget } from "../../../src/domain/lane/budget.ts"
import { decideEffort, effortVariable } from "../../../src/domain/lane/effort.ts"
import { decideEndpointModel, decideModel } from "../../../src/domain/lane/model.ts"
import { heron, laneNamed, owl, runOf, settings, settingsFile } from "./lanes.ts"

describe("decideModel", () => {
  const model = (value: JsonValue | undefined, run = runOf(owl())) =>
    decideModel(run, settings(value === undefined ? {} : { "review.models.owl": value }))

  it("is the instance's, else the setting's, else the lane's own", () => {
    assert.deepInclude(model("m", runOf(owl(), { model: "i" })), {
      model: "i",
      source: "instance",
      warnings: []
    })
    assert.deepInclude(model(" m "), { model: "m", source: "setting", warnings: [] })
    assert.deepInclude(model(undefined), { model: undefined, source: "lane", warnings: [] })
  })

  it.each([["", " ", "null", "undefined", null]].flat().map((one) => [one] as const))(
    "counts %j as not set, without a warning",
    (value) => {
      assert.deepInclude(model(value), { model: undefined, warnings: [] })
    }
  )

  it.each([[7], [true], [["m"]], ["--yolo"], ["a\nb"], ["x".repeat(201)], ["{{prompt}}"]] as ReadonlyArray<
    readonly [JsonValue]
  >)("does not use %j, and says so with key, value and file", (value) => {
    const choice = model(value)
    assert.strictEqual(choice.model, undefined)
    assert.deepStrictEqual(
      choice.warnings.map((warning) => warning.setting),
      [{ key: "review.models.owl", value: JSON.stringify(value), file: settingsFile }]
    )
  })

  it("says so when the lane takes no model", () => {
    const lane = owl({}, { modelArg: null })
    assert.strictEqual(model("m", runOf(lane)).warnings.length, 1)
    assert.strictEqual(model(undefined, runOf(lane, { model: "m" })).warnings.length, 1)
    const inside = owl({}, { modelArg: null, args: ["--model={{model}}"] })
    assert.deepInclude(model("m", runOf(inside)), { model: "m", warnings: [] })
  })

  it("takes what an endpoint serves when nothing is pinned, then the fallback", () => {
    const facts = { pinned: undefined, served: undefined, fallback: "f" }
    assert.deepStrictEqual(decideEndpointModel({ ...facts, pinned: "p", served: ["s"] }), {
      model: "p",
      source: "pinned"
    })
    assert.deepStrictEqual(decideEndpointModel({ ...facts, served: ["", "s"] }), {
      model: "s",
      source: "served"
    })
    assert.deepStrictEqual(decideEndpointModel(facts), { model: "f", source: "fallback" })
    assert.strictEqual(decideEndpointModel({ ...facts, fallback: null }), undefined)
  })
})

describe("decideEffort", () => {
  const effort = (slug: string, value?: JsonValue) =>
    decideEffort(
      runOf(laneNamed(slug)),
      settings(value === undefined ? {} : { [`review.effort.${slug}`]: value })
    )

  it.each([
    ["claude", "high", ["--effort", "high"]],
    ["codex", "high", ["-c", "model_reasoning_effort=high"]],
    ["opencode", "high", ["--variant", "high"]]
  ])("tells %s its default", (slug, level, args) => {
    assert.deepStrictEqual(effort(slug), { effort: { level, args, env: {} }, warnings: [] })
  })

  it("tells every level, the nearest where the program knows it not", () => {
    for (const level of effortLevels) {
      assert.strictEqual(effort("opencode", level).effort?.level, level)
      for (const slug of ["claude", "codex"])
        assert.strictEqual(effort(slug, level).effort?.level, level === "minimal" ? "low" : level)
    }
  })

  it("tells an overlay's lane as well, by argv or by the environment", () => {
    const config = settings({ "review.effort.owl": "max" })
    const byArgv = decideEffort(runOf(owl({}, { effortChannel: "argv" })), config)
    assert.deepStrictEqual(byArgv.effort, { level: "max", args: ["--effort", "max"], env: {} })
    const byEnv = decideEffort(runOf(owl({ defaultEffort: "low" }, { effortChannel: "env" })), settings())
    assert.deepStrictEqual(byEnv.effort, { level: "low", args: [], env: { [effortVariable]: "low" } })
  })

  it("does not tell an overlay's lane as a first-party one of that slug", () => {
    const forged = { ...owl({ slug: "codex" }, { effortChannel: "argv" }) }
    const choice = decideEffort(runOf(forged), settings({ "review.effort.owl": "high" }))
    assert.deepStrictEqual(choice.effort?.args, ["--effort", "high"])
  })

  it("sends none on `inherit`, and the default on what is no level, with a warning", () => {
    assert.deepStrictEqual(effort("claude", "inherit"), { effort: undefined, warnings: [] })
    assert.strictEqual(effort("claude", "LOW").effort?.level, "low")
    assert.deepStrictEqual(effort("claude", "").warnings, [])
    for (const value of ["hihg", 3, ["low"], true]) {
      const choice = effort("claude", value)
      assert.strictEqual(choice.effort?.level, "high")
      assert.deepStrictEqual(choice.warnings[0]?.setting?.value, JSON.stringify(value))
    }
  })

  it("sends none to a lane that takes none, and says so only when one is set", () => {
    assert.deepStrictEqual(decideEffort(runOf(owl()), settings()), { effort: undefined, warnings: [] })
    assert.strictEqual(
      decideEffort(runOf(owl()), settings({ "review.effort.owl": "low" })).warnings.length,
      1
    )
    assert.strictEqual(decideEffort(runOf(heron()), settings()).effort, undefined)
  })
})

describe("decideBudget", () => {
  const own = "review.max_prompt_tokens_per_reviewer.owl"
  const general = "review.max_prompt_tokens"
  const budget = (config: Readonly<Record<string, JsonValue>>) => decideBudget(runOf(owl()), settings(config))

  it.each([
    [{}, undefined],
    [{ [own]: 500 }, 500],
    [{ [own]: 500, [general]: 900 }, 500],
    [{ [own]: -1, [general]: 900 }, 900],
    [{ [general]: 900.7 }, 900],
    [{ [own]: 0, [general]: 900 }, undefined],
    [{ [own]: -1, [general]: -1 }, undefined]
  ] as ReadonlyArray<readonly [Readonly<Record<string, JsonValue>>, number | undefined]>)(
    "reads %j as %s, without a warning",
    (config, tokens) => {
      assert.deepStrictEqual(budget(config), { tokens, warnings: [] })
    }
  )

  it.each([["500"], [-2], [true], [[5]]] as ReadonlyArray<readonly [JsonValue]>)(
    "passes over %j with a warning, and asks the next key",
    (value) => {
      const choice = budget({ [own]: value, [general]: 900 })
      assert.strictEqual(choice.tokens, 900)
      assert.deepInclude(choice.warnings[0]?.setting, { key: own, file: settingsFile })
    }
  )

  it("is nothing for a lane that takes no prompt", () => {
    const lane = owl({}, { promptChannel: "none" })
    assert.deepStrictEqual(decideBudget(runOf(lane), settings({ [own]: 5 })), {
      tokens: undefined,
      warnings: []
    })
  })

  it.prop("is undefined or a whole number above 0, whatever is set", { value: Schema.Json }, ({ value }) => {
    const { tokens } = budget({ [own]: value, [general]: value })
    assert.isTrue(tokens === undefined || (Number.isInteger(tokens) && tokens > 0))
  })
})
