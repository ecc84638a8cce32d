import { assert, describe, it } from "vitest"
import { historyOf, type RunSummary } from "../../../src/domain/review/run.ts"

type Lane = readonly [lane: string, outcome: string]

const run = (at: string, lanes: ReadonlyArray<Lane>, change: Partial<RunSummary> = {}): RunSummary => ({
  v: 1,
  runId: at,
  at,
  verdict: lanes.some(([, outcome]) => outcome === "completed") ? "met" : "degraded",
  interrupted: false,
  quorum: 1,
  usable: 1,
  plans: ["a.md"],
  lanes: lanes.map(([lane, outcome]) => ({
    lane,
    id: lane,
    outcome,
    ok: outcome === "completed",
    ms: 1,
    ...(outcome === "completed" ? {} : { reason: "why" })
  })),
  ...change
})

const streaks = (runs: ReadonlyArray<RunSummary>) =>
  historyOf(runs).lanes.map(({ degradedStreak, lane, runs, usable }) => [lane, degradedStreak, usable, runs])

describe("historyOf", () => {
  it("counts how many of the last turns of a lane in a row were of no use, the worst first", () => {
    const runs = [
      run("1", [
        ["a", "completed"],
        ["b", "completed"]
      ]),
      run("2", [
        ["a", "failed"],
        ["b", "failed"]
      ]),
      run("3", [
        ["a", "empty"],
        ["b", "completed"],
        ["c", "timed-out"]
      ])
    ]
    assert.deepStrictEqual(streaks(runs), [
      ["a", 2, 1, 3],
      ["c", 1, 0, 1],
      ["b", 0, 2, 3]
    ])
    assert.deepStrictEqual(historyOf(runs).lanes[0]?.last, { at: "3", outcome: "empty", reason: "why" })
  })

  it("does not count against a lane that it was skipped or interrupted", () => {
    const runs = [
      run("1", [["a", "failed"]]),
      run("2", [["a", "skipped"]]),
      run("3", [["a", "interrupted"]], { interrupted: true })
    ]
    assert.deepStrictEqual(streaks(runs), [["a", 1, 0, 1]])
    assert.strictEqual(historyOf(runs).degradedStreak, 2)
  })

  it("is empty when nothing was run", () => {
    assert.deepStrictEqual(historyOf([]), { runs: [], degradedStreak: 0, lanes: [] })
  })
})
