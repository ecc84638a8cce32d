import { assert, describe, it } from "@effect/vitest"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import { decideConcurrency } from "../../../src/domain/lane/concurrency.ts"
import { namesIn } from "../../../src/domain/lane/flags.ts"
import { readOutput } from "../../../src/domain/lane/readSpawn.ts"
import { modelInBanner, reportedModel } from "../../../src/domain/lane/reportedModel.ts"
import { isSelf } from "../../../src/domain/lane/self.ts"
import { textAt } from "../../../src/domain/lane/settings.ts"
import { firstParty, laneNamed, owl, settings, settingsFile } from "./lanes.ts"

describe("isSelf", () => {
  it.each([
    ["claude", "claude"],
    ["claude-code", "claude"],
    ["claude-code@2.1", "claude"],
    ["gemini-cli", "gemini"],
    ["cursor-agent", "cursor"],
    ["kimi", "kimi-code"],
    ["agy", "antigravity"]
  ])("knows the agent %s as the lane %s, and no other", (host, slug) => {
    assert.deepStrictEqual(
      firstParty.filter((lane) => isSelf(lane, host)).map((lane) => lane.slug),
      [slug]
    )
  })

  it("sees the same program in a lane of an overlay", () => {
    assert.isTrue(isSelf(owl({}, { binary: "/opt/bin/claude" }), "claude"))
    assert.isTrue(isSelf(owl({}, { binary: "C:\\bin\\Claude.EXE" }), "claude"))
    assert.isFalse(isSelf(owl(), "claude"))
    assert.isFalse(isSelf(owl(), undefined))
    assert.isFalse(firstParty.some((lane) => isSelf(lane, "agent")))
  })
})

describe("namesIn", () => {
  it("reads names between commas", () => {
    assert.deepStrictEqual(namesIn(" a, b,,c "), ["a", "b", "c"])
    assert.deepStrictEqual(namesIn(""), [])
  })
})

describe("decideConcurrency", () => {
  it("is all at once unless the configuration says less", () => {
    assert.deepStrictEqual(decideConcurrency(settings()), {
      runs: undefined,
      runsPerLane: undefined,
      warnings: []
    })
    const given = settings({
      "review.concurrency": 3,
      "review.concurrency_per_lane": 1,
      "review.parallel_lanes": false
    })
    assert.deepStrictEqual(decideConcurrency(given), { runs: 3, runsPerLane: 1, warnings: [] })
    assert.strictEqual(decideConcurrency(settings({ "review.parallel_lanes": false })).runs, 1)
    assert.strictEqual(decideConcurrency(settings({ "review.parallel_lanes": true })).runs, undefined)
  })

  it.each([[0], [-1], [1.5], ["2"], [true]] as ReadonlyArray<readonly [JsonValue]>)(
    "does not count %j, with a warning",
    (value) => {
      const { runs, warnings } = decideConcurrency(settings({ "review.concurrency": value }))
      assert.strictEqual(runs, undefined)
      assert.strictEqual(warnings[0]?.setting?.file, settingsFile)
    }
  )
})

describe("reportedModel", () => {
  const none = { served: undefined, transcript: undefined, stderr: "", requested: undefined }

  it("counts what was seen to answer more than what was asked for", () => {
    const all = { served: "s", transcript: "t", stderr: "model: b\n", requested: "r" }
    assert.deepStrictEqual(reportedModel(all), { model: "s", source: "served" })
    assert.deepStrictEqual(reportedModel({ ...all, served: undefined }), { model: "t", source: "transcript" })
    assert.deepStrictEqual(reportedModel({ ...none, stderr: "x\n Model: b \n", requested: "r" }), {
      model: "b",
      source: "banner"
    })
    assert.deepStrictEqual(reportedModel({ ...none, served: "a\u001bb", requested: "r" }), {
      model: "r",
      source: "requested"
    })
    assert.deepStrictEqual(reportedModel(none), { model: undefined, source: "unknown" })
  })

  it("believes no banner that names two, and none further down", () => {
    assert.strictEqual(modelInBanner("model: a\nmodel: b\n"), undefined)
    assert.strictEqual(modelInBanner("model: a\nmodel: a\n"), "a")
    assert.strictEqual(modelInBanner(`${"x\n".repeat(40)}model: a`), undefined)
  })
})

describe("readOutput", () => {
  it("reads what opencode prints, and takes any other output as it is", () => {
    const stdout =
      '{"type":"text","part":{"text":"a"}}\n{"type":"step_finish","part":{"reason":"length","tokens":{"output":9}}}\n'
    const { notes, ...read } = readOutput(laneNamed("opencode"), stdout)
    assert.deepStrictEqual(read, { text: "a", stoppedAtLimit: true })
    assert.include(notes[0], "length, 9 tokens written")
    assert.deepStrictEqual(readOutput(laneNamed("claude"), stdout), { text: stdout, notes: [] })
    assert.deepStrictEqual(readOutput(laneNamed("opencode"), undefined), { text: undefined, notes: [] })
  })
})

describe("textAt", () => {
  it("reads nested and dotted names alike, and objects as their members", () => {
    const read = settings({
      review: { models: { owl: " m " }, "timeouts.owl": 9 },
      "review.quorum": 2
    })
    assert.deepStrictEqual([...read.keys()], ["review.models.owl", "review.timeouts.owl", "review.quorum"])
    assert.strictEqual(textAt(read, "review.models.owl"), "m")
    assert.strictEqual(textAt(read, "review.models"), undefined)
    assert.strictEqual(textAt(read, null), undefined)
  })
})
