import { assert, describe, it } from "@effect/vitest"
import {
  judgeProbe,
  planProbe,
  unavailableReasons,
  type AskFinding,
  type BinaryFinding,
  type HelpFinding,
  type ProbeFindings
} from "../../../src/domain/lane/availability.ts"
import { readModels } from "../../../src/domain/lane/handlers/openAi.ts"
import type { Lane } from "../../../src/domain/lane/lane.ts"
import { firstParty, heron, laneNamed, owl } from "./lanes.ts"

const judge = judgeProbe(readModels)

const binaries = (found: Readonly<Record<string, BinaryFinding>>) => new Map(Object.entries(found))

const available = (lane: Lane, findings: Partial<ProbeFindings>, hasPinnedModel = false) => {
  const answer = judge(planProbe(lane, hasPinnedModel), { binaries: new Map(), ...findings })
  return answer._tag === "Available" ? (answer.models ?? []).join(",") || "available" : answer.reason
}

const needy = owl({ requiresBinaries: ["jq", "git"], probe: { kind: "command-exists", binary: "owl-probe" } })

const models: AskFinding = { _tag: "Answered", status: 200, body: '{"data":[{"id":"m1"},{"id":"m2"}]}' }

describe("planProbe", () => {
  it("looks for required programs first, each once", () => {
    assert.deepStrictEqual(planProbe(needy, false).binaries, ["jq", "git", "owl-probe", "owl"])
    for (const lane of firstParty) {
      const { probe } = lane.reviewer
      assert.deepStrictEqual(
        planProbe(lane, false).binaries,
        probe.kind === "http-reachable" ? [] : [probe.binary]
      )
    }
  })

  it("asks an endpoint once for probe and models, and not for models when one is pinned", () => {
    for (const slug of ["ollama", "lm_studio", "llama_cpp"]) {
      const plan = planProbe(laneNamed(slug), false)
      assert.strictEqual(plan.modelsPath, plan.ask?.path)
      assert.strictEqual(planProbe(laneNamed(slug), true).modelsPath, undefined)
    }
    assert.strictEqual(
      planProbe(heron({}, { path: "/api/v3/chat/completions" }), false).modelsPath,
      "/api/v3/models"
    )
    assert.strictEqual(planProbe(heron({}, { modelDiscovery: "none" }), false).modelsPath, undefined)
  })
})

describe("judgeProbe", () => {
  const all = { jq: "found", git: "found", "owl-probe": "found", owl: "found" } as const
  it.each([
    [{}, "missing-required-binary"],
    [{ ...all, git: "missing" }, "missing-required-binary"],
    [{ ...all, "owl-probe": "missing" }, "missing-binary"],
    [{ ...all, owl: "missing" }, "missing-binary"],
    [{ ...all, owl: "not-executable" }, "binary-not-executable"],
    [all, "available"]
  ] as ReadonlyArray<readonly [Readonly<Record<string, BinaryFinding>>, string]>)(
    "says of programs %j: %s",
    (found, expected) => {
      assert.strictEqual(available(needy, { binaries: binaries(found) }), expected)
    }
  )

  it.each([
    [undefined, "probe-failed"],
    [{ _tag: "Said", text: "usage: kimi --output-format json" }, "available"],
    [{ _tag: "Said", text: "usage: kimi-cli" }, "probe-failed"],
    [{ _tag: "TimedOut" }, "probe-timeout"],
    [{ _tag: "NotStarted", problem: "wrong format" }, "not-startable"]
  ] as ReadonlyArray<readonly [HelpFinding | undefined, string]>)(
    "says of the help %j: %s",
    (help, expected) => {
      const findings = { binaries: binaries({ kimi: "found" }), ...(help === undefined ? {} : { help }) }
      assert.strictEqual(available(laneNamed("kimi-code"), findings), expected)
      assert.strictEqual(available(laneNamed("kimi-code"), { help: { _tag: "TimedOut" } }), "missing-binary")
    }
  )

  it.each([
    [models, "m1,m2"],
    [{ _tag: "Answered", status: 200, body: "no list" }, "available"],
    [{ _tag: "Answered", status: 500, body: "" }, "host-refuses"],
    [{ _tag: "Answered", status: 307, body: "" }, "host-refuses"],
    [{ _tag: "TimedOut" }, "probe-timeout"],
    [{ _tag: "Unreachable", problem: "connection refused" }, "host-unreachable"],
    [undefined, "probe-failed"]
  ] as ReadonlyArray<readonly [AskFinding | undefined, string]>)(
    "says of the answer %j: %s",
    (ask, expected) => {
      assert.strictEqual(available(laneNamed("ollama"), ask === undefined ? {} : { ask }), expected)
    }
  )

  it("takes models from an answer of their own where the paths differ, and does without", () => {
    const lane = heron({}, { path: "/api/chat/completions" })
    const ask: AskFinding = { _tag: "Answered", status: 200, body: "" }
    assert.strictEqual(available(lane, { ask, models }), "m1,m2")
    assert.strictEqual(available(lane, { ask, models: { _tag: "TimedOut" } }), "available")
    assert.strictEqual(available(lane, { ask }), "available")
  })

  it("has each reason once", () => {
    assert.strictEqual(new Set(unavailableReasons).size, unavailableReasons.length)
  })
})
