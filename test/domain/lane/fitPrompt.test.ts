import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { fitPrompt, type FittedPrompt } from "../../../src/domain/lane/fitPrompt.ts"
import { beginning, promptOf, tokensOf, type PromptParts } from "../../../src/domain/lane/promptParts.ts"

const lines = (word: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${word} line ${at + 1}`).join("\n")

const parts: PromptParts = {
  instructions: "# Review\n\nName path:line.",
  roadmap: lines("roadmap", 20),
  project: lines("project", 200),
  plans: [
    { path: "phase/01-PLAN.md", text: lines("first", 400) },
    { path: "phase/02-PLAN.md", text: lines("second", 1200) }
  ],
  context: lines("context", 100),
  research: lines("research", 100),
  requirements: lines("requirements", 100)
}

const whole = tokensOf(promptOf(parts))

const fitted = (budget: number | undefined, given = parts): FittedPrompt =>
  Result.getOrThrow(fitPrompt(given, budget))

/** Budget whose nine tenths are that many tokens. */
const budgetOf = (tokens: number): number => Math.ceil(tokens / 0.9)

describe("fitPrompt", () => {
  it("takes nothing out without a budget, or when all fits", () => {
    for (const budget of [undefined, budgetOf(whole)])
      assert.deepStrictEqual(fitted(budget), { text: promptOf(parts), tokens: whole, trimming: undefined })
  })

  it("takes out what is least needed first, and says so behind the instructions", () => {
    const drops: ReadonlyArray<readonly [number, ReadonlyArray<string>, boolean]> = [
      [whole - 1, ["requirements"], false],
      [whole - 700, ["requirements", "research"], false],
      [whole - 1100, ["requirements", "research", "context"], false],
      [whole - 1700, ["requirements", "research", "context"], true]
    ]
    for (const [tokens, omitted, projectShrunk] of drops) {
      const { text, trimming } = fitted(budgetOf(tokens))
      assert.deepInclude(trimming ?? {}, { omitted, projectShrunk, cutPlans: [] })
      assert.match(
        text,
        /^# Review of a plan\n\n# Review\n\nName path:line\.\n\n> This prompt was shortened/u
      )
      for (const { text: plan } of parts.plans) assert.include(text, plan)
      for (const name of omitted) assert.notInclude(text, `${name} line 1`)
    }
  })

  it("cuts plans by the same share, each at its end, and says how much", () => {
    const { text, trimming } = fitted(4000)
    assert.deepStrictEqual(trimming?.omitted, ["requirements", "research", "context", "project"])
    assert.deepStrictEqual(
      trimming?.cutPlans.map(({ path }) => path),
      ["phase/01-PLAN.md", "phase/02-PLAN.md"]
    )
    const shares =
      trimming?.cutPlans.map(({ leftOut }, at) => leftOut / (parts.plans[at]?.text.length ?? 1)) ?? []
    assert.isTrue(Math.abs((shares[0] ?? 0) - (shares[1] ?? 1)) < 0.01)
    for (const { path, leftOut } of trimming?.cutPlans ?? []) {
      assert.include(text, `${path} (${leftOut} characters)`)
      assert.include(text, `[the last ${leftOut} characters are left out]`)
    }
    assert.include(text, parts.roadmap)
    assert.isTrue(tokensOf(text) > 3500, "most of the budget is used")
  })

  it("keeps the beginning of every plan, and fails with what it needs when that is too long", () => {
    const short = { path: "s-PLAN.md", text: "short plan" }
    const many = { ...parts, plans: [short, ...parts.plans] }
    const { text } = fitted(1100, many)
    assert.include(text, "short plan")
    for (const plan of many.plans) assert.include(text, plan.text.slice(0, 1024))
    const failed = fitPrompt(parts, 100)
    assert.isTrue(Result.isFailure(failed))
    if (Result.isFailure(failed)) {
      assert.strictEqual(failed.failure.budget, 100)
      assert.isTrue(Result.isSuccess(fitPrompt(parts, budgetOf(failed.failure.needed + 5))))
      assert.isTrue(Result.isFailure(fitPrompt(parts, failed.failure.needed)))
    }
  })

  it("does not cut a character in two", () => {
    assert.strictEqual(beginning("a\u{1f600}b", 2), "a")
    assert.strictEqual(beginning("a\u{1f600}b", 3), "a\u{1f600}")
    assert.strictEqual(beginning("ab", 0), "")
  })

  it.prop(
    "keeps to the budget or fails, and has every plan",
    {
      budget: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20_000 })),
      length: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 })),
      odd: Schema.String
    },
    ({ budget, length, odd }) => {
      const given = {
        ...parts,
        project: lines("project", 60),
        plans: [
          { path: "a-PLAN.md", text: "é😀".repeat(length) },
          { path: "b-PLAN.md", text: odd }
        ]
      }
      const result = fitPrompt(given, budget)
      if (Result.isFailure(result)) return
      const { text, tokens } = result.success
      assert.isTrue(tokens === tokensOf(text) && tokens <= Math.floor(budget * 0.9))
      assert.include(text, "## Plan: a-PLAN.md")
      assert.include(text, "## Plan: b-PLAN.md")
      assert.notMatch(text, /\ud83d\n/)
    }
  )
})
