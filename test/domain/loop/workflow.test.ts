import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { hostSteps } from "../../../src/domain/capability/hostContract.ts"
import { contractOf, loopPoints, ownLoopContract } from "../../../src/domain/capability/loopContract.ts"
import { loopSteps } from "../../../src/domain/loop/hostSteps.ts"
import { readWorkflow } from "../../../src/domain/loop/workflow.ts"
import { driftOf, judgeWorkflows } from "../../../src/domain/loop/workflowSet.ts"
import { planSample, shippedWorkflow, shippedWorkflows, withWorkflow } from "./workflows.ts"

const all = ["step", "contribution", "gate"] as const

const readPlan = (before: string, after: string) => {
  assert.include(planSample, before)
  return readWorkflow(planSample.replaceAll(before, after), all)
}

const found = (read: ReturnType<typeof readWorkflow>) =>
  read.problems.map(({ line, rule, severity }) => `${severity} ${rule} ${line}`)

const block = "<!-- gsd:loop-host"

describe("workflows as they are shipped", () => {
  it("have nothing wrong and publish the contract that is compiled in", () => {
    const judged = judgeWorkflows(shippedWorkflows)
    assert.deepStrictEqual(judged.problems, [])
    assert.deepStrictEqual<unknown>(judged.steps, hostSteps)
    assert.deepStrictEqual(contractOf(judged.steps), ownLoopContract)
  })

  it("dispatch every kind at all twelve points", () => {
    for (const point of loopPoints) assert.deepStrictEqual(ownLoopContract[point].kinds, all, point)
  })

  it("publish each core artefact from its step's last point on", () => {
    const earliest = (artifact: string) =>
      loopPoints.find((point) => ownLoopContract[point].artifacts.includes(artifact))
    assert.deepStrictEqual(["CONTEXT.md", "PLAN.md", "SUMMARY.md", "UAT.md"].map(earliest), [
      "discuss:post",
      "plan:post",
      "execute:post",
      "verify:post"
    ])
  })

  it("read the same with Windows line ends and a byte order mark", () => {
    for (const step of loopSteps) {
      const text = shippedWorkflow(step)
      assert.deepStrictEqual(
        readWorkflow(`\ufeff${text.replaceAll("\n", "\r\n")}`, all),
        readWorkflow(text, all)
      )
    }
  })

  it("resolve a task's content once, before its read_first, and stop on failure", () => {
    const text = shippedWorkflow("execute")
    assert.strictEqual(text.split("gsd task resolve-content --plan").length, 2)
    assert.include(text, "once, before its `read_first`")
    assert.include(text, "Never fall back")
  })

  it("say that a step before verification is advisory, and take tests from the query", () => {
    const text = shippedWorkflow("verify")
    assert.include(text, "A step here is advisory")
    assert.match(text, /## 2\. extract_tests\n\n {4}gsd query verify\.extract-tests --phase N --json/u)
  })
})

describe("readWorkflow", () => {
  it("wants exactly one block, outside fences", () => {
    assert.deepStrictEqual(found(readPlan(block, "<!-- other")), ["error workflow.block 1"])
    assert.deepStrictEqual(found(readPlan("# Plan a phase", `\`\`\`\n${block} -->\n\`\`\``)), [])
    assert.deepStrictEqual(found(readPlan("## 1.", `${block}\nstep: plan\n-->\n\n## 1.`)), [
      "error workflow.block 11"
    ])
    assert.deepStrictEqual(found(readWorkflow(`${block}\nstep: plan\n`)), ["error workflow.block 1"])
  })

  it("names keys that are unknown, missing or there twice, each with its line", () => {
    assert.deepStrictEqual(found(readPlan("produces: PLAN.md", "products: PLAN.md")), [
      "error workflow.key 7",
      "error workflow.key 3"
    ])
    assert.deepStrictEqual(found(readPlan("produces: PLAN.md", "produces: PLAN.md\nproduces: PLAN.md")), [
      "error workflow.key 8"
    ])
    assert.deepStrictEqual(found(readPlan("consumes: CONTEXT.md", "CONTEXT.md")), [
      "error workflow.key 8",
      "error workflow.key 3"
    ])
  })

  it("refuses another step's points, its own in another order, and words that are no names", () => {
    assert.deepStrictEqual(found(readPlan("step: plan", "step: planning")), ["error workflow.step 4"])
    assert.deepStrictEqual(found(readPlan("points: plan:pre, plan:post", "points: plan:post, plan:pre")), [
      "error workflow.points 5"
    ])
    assert.deepStrictEqual(found(readPlan("points: plan:pre, plan:post", "points: plan:pre, ship:pre")), [
      "error workflow.points 5"
    ])
    assert.deepStrictEqual(found(readPlan("produces: PLAN.md", "produces: ../PLAN.md, PLAN.md, PLAN.md")), [
      "error workflow.word 7",
      "error workflow.word 7"
    ])
    assert.deepStrictEqual(found(readPlan("agent-roles: researcher, planner", "agent-roles:")), [
      "error workflow.word 6"
    ])
  })

  it("counts a point without a call as one that dispatches nothing", () => {
    const read = readPlan("gsd loop render plan:post --json", "gsd loop points")
    assert.deepStrictEqual(found(read), ["warning workflow.silent 3"])
    assert.deepStrictEqual(
      read.host?.points.map(({ kinds }) => kinds),
      [all, []]
    )
  })

  it("takes no call from a comment", () => {
    const read = readPlan(
      "    gsd loop render plan:post --json --phase N",
      "<!-- gsd loop render plan:post --json --phase N -->"
    )
    assert.deepStrictEqual(found(read), ["warning workflow.silent 3"])
  })

  it("takes the kinds from what the line under the call says, and nothing else", () => {
    const read = readPlan("Dispatch: steps, contributions, gates.", "Dispatch: gates and steps.")
    assert.deepStrictEqual(read.problems, [])
    assert.deepStrictEqual(
      read.host?.points.map(({ kinds }) => kinds),
      [
        ["step", "gate"],
        ["step", "gate"]
      ]
    )
    assert.deepStrictEqual(found(readPlan("Dispatch: steps, contributions, gates.", "Dispatch: hooks.")), [
      "warning workflow.silent 13",
      "error workflow.dispatch 15",
      "warning workflow.silent 22",
      "error workflow.dispatch 24"
    ])
  })

  it("dispatches no kind for which there are no instructions", () => {
    const read = readWorkflow(shippedWorkflow("ship"), ["step", "gate"])
    assert.deepStrictEqual(
      read.problems.map(({ rule }) => rule),
      ["workflow.untold", "workflow.untold"]
    )
    const told = `${shippedWorkflow("ship")}\n## Contributions\n\nSay them.\n`
    assert.deepStrictEqual(readWorkflow(told, ["step", "gate"]).problems, [])
  })

  it("refuses calls for points of other steps and for points that are none", () => {
    assert.deepStrictEqual(found(readPlan("loop render plan:post", "loop render ship:pre")), [
      "warning workflow.silent 3",
      "error workflow.call 22"
    ])
    assert.deepStrictEqual(found(readPlan("loop render plan:post", "loop render plan:past")), [
      "warning workflow.silent 3",
      "error workflow.call 22"
    ])
  })

  it("wants one slot for each role but the orchestrator, and none for others", () => {
    assert.deepStrictEqual(found(readPlan("{{contributions:planner}}", "")), ["error workflow.slot 3"])
    assert.deepStrictEqual(
      found(readPlan("{{contributions:planner}}", "{{contributions:planner}} {{contributions:planner}}")),
      ["error workflow.slot 18"]
    )
    assert.deepStrictEqual(found(readPlan("{{contributions:planner}}", "{{contributions:executor}}")), [
      "error workflow.slot 3",
      "error workflow.slot 18"
    ])
  })

  const piece = Arbitrary.schema(
    Schema.Literals([
      block,
      "-->",
      "<!--",
      "step: plan",
      "points: plan:pre, plan:post",
      "agent-roles: constructor, __proto__",
      "```",
      "    gsd loop render plan:pre --json",
      "Dispatch: gates, constructor, __proto__.",
      "{{contributions:__proto__}}",
      "## Gates",
      "\r",
      "\ufeff"
    ])
  )

  it("reads a block of many words, each once", () => {
    const words = Array.from({ length: 100_000 }, (_, place) => `A${place}.md`).join(", ")
    assert.deepStrictEqual(readPlan("produces: PLAN.md", `produces: ${words}`).problems, [])
  })

  it.effect.prop(
    "reads anything without failing, and its lines are there",
    [Arbitrary.array(piece, { maxLength: 30 })],
    ([pieces]) =>
      Effect.sync(() => {
        const text = pieces.join("\n")
        const lines = text.split(/\r\n|\n|\r/u).length
        const { host, problems } = readWorkflow(text)
        for (const { line } of problems) assert.isTrue(line >= 1 && line <= lines)
        assert.strictEqual(
          host === undefined,
          problems.some(({ severity }) => severity === "error")
        )
      })
  )
})

describe("judgeWorkflows", () => {
  it("misses a step, and refuses a second workflow of one", () => {
    const without = judgeWorkflows(shippedWorkflows.filter(({ path }) => path !== "workflows/ship.md"))
    assert.deepStrictEqual(
      without.problems.map(({ path, rule }) => `${path} ${rule}`),
      ["workflows/ship.md workflow.missing"]
    )
    const twice = [...shippedWorkflows, { path: "workflows/zz.md", text: shippedWorkflow("ship") }]
    assert.deepStrictEqual(
      judgeWorkflows(twice).problems.map(({ path, rule }) => `${path} ${rule}`),
      ["workflows/zz.md workflow.twice"]
    )
  })

  it("has no kinds when nothing explains them", () => {
    const alone = shippedWorkflows.filter(({ path }) => path !== "workflows/hooks.md")
    assert.strictEqual(judgeWorkflows(alone).problems.length, 48)
    assert.deepStrictEqual(contractOf(judgeWorkflows(alone).steps)["plan:pre"].kinds, [])
  })
})

describe("driftOf", () => {
  it("is silent about what is the same", () => {
    const { places, steps } = judgeWorkflows(shippedWorkflows)
    assert.deepStrictEqual(driftOf(steps, hostSteps, places), [])
  })

  it("names what differs: kinds, roles, artefacts", () => {
    const { places, steps } = judgeWorkflows(
      withWorkflow("ship", (text) =>
        text
          .replace("Dispatch: steps, contributions, gates.", "Dispatch: gates.")
          .replace("produces:", "produces: RELEASE.md")
          .replace("agent-roles: orchestrator", "agent-roles: orchestrator, releaser")
          .replace("## 2.", "{{contributions:releaser}}\n\n## 2.")
      )
    )
    assert.deepStrictEqual(
      driftOf(steps, hostSteps, places).map(({ line, message, path }) => `${path}:${line}: ${message}`),
      [
        "workflows/ship.md:3: The kinds at `ship:pre` differ from the contract in this program: `gate` here, `step`, `contribution`, `gate` there",
        "workflows/ship.md:3: The agent roles differ from the contract in this program: `orchestrator`, `releaser` here, `orchestrator` there",
        "workflows/ship.md:3: The artefacts it writes differ from the contract in this program: `RELEASE.md` here, none there"
      ]
    )
  })
})
