import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Lane } from "../../../src/domain/lane/lane.ts"
import { interruptedOutcome } from "../../../src/domain/lane/outcome.ts"
import { notStarted, outcomesOf } from "../../../src/domain/lane/outcomes.ts"
import { planLanes, planRun, type PlanFacts } from "../../../src/domain/lane/plan.ts"
import type { PromptParts } from "../../../src/domain/lane/promptParts.ts"
import { chooseLanes } from "../../../src/domain/lane/selection.ts"
import type { PlannedRun } from "../../../src/domain/lane/stages.ts"
import { reveal } from "../../../src/domain/process/environment.ts"
import { firstParty, heron, laneNamed, owl, places, runOf, settings } from "./lanes.ts"

const parts: PromptParts = {
  instructions: "# Review\n",
  roadmap: "",
  project: "",
  plans: [{ path: "01-PLAN.md", text: "plan line\n".repeat(2000) }],
  context: "context",
  research: "",
  requirements: ""
}

const secrets = { OPENAI_API_KEY: "sk-very-secret", AWS_SECRET_ACCESS_KEY: "aws-secret", PATH: "/bin" }

const facts = (given: Partial<PlanFacts> = {}): PlanFacts => ({
  parts,
  settings: settings(),
  parent: secrets,
  placesOf: () => places,
  isWindows: false,
  folders: new Map(),
  ...given
})

const planned = (lane: Lane, given: Partial<PlanFacts> = {}): PlannedRun =>
  Result.getOrThrow(planRun(runOf(lane), facts(given)))

const reasonOf = (lane: Lane, given: Partial<PlanFacts> = {}): string => {
  const plan = planRun(runOf(lane), facts(given))
  return Result.isFailure(plan) ? plan.failure.reason : ""
}

const budget = settings({ "review.max_prompt_tokens": 1000 })

describe("planRun", () => {
  it.each(firstParty.map((lane) => [lane.slug, lane] as const))("plans %s without a warning", (_, lane) => {
    const plan = planned(lane)
    assert.deepStrictEqual([plan.warnings, plan.trimming], [[], undefined])
    assert.strictEqual(Duration.toMillis(plan.timeout), lane.reviewer.timeoutFloorMs)
    if (plan._tag === "Http") assert.match(plan.url, /^http:\/\/localhost:\d+\/v1\/chat\/completions$/u)
    else assert.strictEqual(plan.directory, places.repository)
  })

  it("reads the answer of a lane with `file-arg` from a file of its run", () => {
    assert.deepInclude(planned(laneNamed("codex")), { answer: { _tag: "File", path: places.output } })
    assert.deepInclude(planned(laneNamed("claude")), { answer: { _tag: "Stdout" } })
  })

  it("writes the prompt to stdin of a lane that reads it there, and closes every other", () => {
    assert.deepInclude(planned(laneNamed("gemini")), { stdin: "prompt" })
    for (const slug of ["coderabbit", "cursor", "antigravity", "kimi-code"])
      assert.deepInclude(planned(laneNamed(slug)), { stdin: "closed" })
    assert.deepInclude(planned(owl({}, { promptChannel: "argv" })), { stdin: "closed" })
  })

  it("gives every channel the same prompt, cut to the budget", () => {
    const texts = ["stdin", "argv-file-ref", "argv"].map((promptChannel) => {
      const plan = planned(owl({}, { promptChannel }), { settings: budget })
      const args = plan._tag === "Spawn" ? plan.args : []
      if (promptChannel === "argv") assert.strictEqual(args[1], plan.prompt.text)
      if (promptChannel === "argv-file-ref") assert.include(args[1], plan.prompt.path)
      assert.strictEqual(plan.trimming?.budget, 1000)
      return plan.prompt.text
    })
    const http = planned(heron(), { settings: budget })
    assert.strictEqual(new Set([...texts, http.prompt.text]).size, 1)
    assert.isTrue((texts[0]?.length ?? 0) < 4000)
  })

  it("puts no secret into the arguments, and all of them out of sight in the environment", () => {
    for (const lane of [
      ...firstParty,
      owl({}, { promptChannel: "argv", env: { OWL_TOKEN: "owl-secret" } })
    ]) {
      const plan = planned(lane)
      if (plan._tag === "Http") continue
      for (const secret of ["sk-very-secret", "aws-secret", "owl-secret"])
        assert.notInclude(JSON.stringify([plan.args, plan.env, plan.warnings]), secret)
      assert.strictEqual(reveal(plan.env["OPENAI_API_KEY"] ?? ""), "sk-very-secret")
    }
  })

  it("tells the effort of an overlay's lane by argv and by the environment", () => {
    const config = { settings: settings({ "review.effort.owl": "high" }) }
    const byArgv = planned(owl({}, { effortChannel: "argv", args: ["{{effort}}", "{{prompt}}"] }), config)
    assert.deepStrictEqual(byArgv._tag === "Spawn" ? byArgv.args.slice(0, 2) : [], ["--effort", "high"])
    const byEnv = planned(owl({}, { effortChannel: "env" }), config)
    assert.strictEqual(byEnv._tag === "Spawn" ? byEnv.env["GSD_REVIEW_EFFORT"] : "", "high")
    assert.deepStrictEqual(byEnv.warnings, [])
  })

  it("cannot plan a lane whose template, budget or host is of no use", () => {
    assert.strictEqual(reasonOf(owl({}, { args: ["{{key}}"] })), "bad-template")
    assert.strictEqual(
      reasonOf(owl(), { settings: settings({ "review.max_prompt_tokens": 10 }) }),
      "budget-too-small"
    )
    assert.strictEqual(
      reasonOf(heron(), { settings: settings({ "review.heron_host": "x" }) }),
      "host-malformed"
    )
  })

  const keys = [
    "review.timeouts.owl",
    "review.models.owl",
    "review.effort.owl",
    "review.max_prompt_tokens",
    "review.env"
  ]

  it.prop(
    "never throws, whatever the configuration holds",
    { value: Schema.Json, text: Schema.String },
    ({ value, text }) => {
      for (const effortChannel of ["argv", "env"]) {
        const lane = owl({}, { effortChannel, args: ["{{model}}", "{{effort}}", "{{prompt}}", text] })
        const config = settings(Object.fromEntries(keys.map((key) => [key, value])))
        assert.isTrue(
          Result.isResult(planRun(runOf(lane, { model: text, agent: text }), facts({ settings: config })))
        )
      }
    }
  )
})

describe("outcomesOf", () => {
  it("has every chosen run once, in the order of REVIEWS.md, and leaves who is not there to a warning", () => {
    const bad = owl({}, { args: ["{{key}}"] })
    const chosen = Result.getOrThrow(
      chooseLanes({
        lanes: [...firstParty, bad],
        wanted: { flags: [], lanes: [], all: true },
        settings: settings({ "review.timeouts.gemini": "15" }),
        host: "codex"
      })
    )
    const plan = planLanes(chosen, facts({ settings: settings({ "review.timeouts.gemini": "15" }) }))
    const ended = plan.runs
      .filter((one) => Result.isSuccess(one.plan))
      .map(({ run }) => notStarted(run, interruptedOutcome))
      .toReversed()
    const outcomes = outcomesOf(plan, ended)
    assert.deepStrictEqual(
      outcomes.ended.map(({ run }) => run.identity),
      firstParty.map(({ slug }) => slug)
    )
    const byName = new Map(outcomes.ended.map((one) => [one.run.identity, one.outcome.outcome]))
    assert.deepStrictEqual([byName.get("codex"), byName.get("gemini")], ["skipped", "interrupted"])
    assert.deepStrictEqual(
      outcomes.warnings.map(({ message, topic }) => [topic, message.includes("owl")]),
      [
        ["timeout", false],
        ["selection", true]
      ]
    )
  })
  it("keeps who was named and is not there, and everybody when nobody is there", () => {
    const bad = owl({}, { args: ["{{key}}"] })
    for (const wanted of [
      { flags: [], lanes: ["owl"], all: false },
      { flags: [], lanes: [], all: true }
    ]) {
      const chosen = Result.getOrThrow(
        chooseLanes({ lanes: [bad], wanted, settings: settings({}), host: undefined })
      )
      const outcomes = outcomesOf(planLanes(chosen, facts({ settings: settings({}) })), [])
      assert.deepStrictEqual(
        outcomes.ended.map(({ outcome, run }) => [run.identity, outcome.outcome]),
        [["owl", "unavailable"]]
      )
    }
  })
})
