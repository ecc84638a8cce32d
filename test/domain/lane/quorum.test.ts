import { assert, describe, it } from "@effect/vitest"
import { notAvailable } from "../../../src/domain/lane/availability.ts"
import {
  interruptedOutcome,
  skippedOutcome,
  unavailableOutcome,
  type LaneOutcome
} from "../../../src/domain/lane/outcome.ts"
import { decideQuorum, judgeQuorum, type EndedRun } from "../../../src/domain/lane/quorum.ts"
import { shown } from "../../../src/domain/text/escape.ts"
import { owl, runOf, settings } from "./lanes.ts"

const good: LaneOutcome = { outcome: "completed", text: "x" }
const suspect: LaneOutcome = { outcome: "suspect", reason: "no-citations", detail: shown`x`, text: "x" }
const gone = notAvailable("missing-binary", shown`x`)
const missing: LaneOutcome = gone._tag === "Unavailable" ? unavailableOutcome(gone) : good
const skipped = skippedOutcome({ run: runOf(owl()), host: "owl" })

const run = (outcome: LaneOutcome, named = true): EndedRun => ({ named, outcome })

const verdict = (runs: ReadonlyArray<EndedRun>, flag?: number, config = {}) =>
  judgeQuorum(runs, decideQuorum(runs, flag, settings(config)))

describe("judgeQuorum", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<EndedRun>, "met" | "degraded", number]> = [
    ["two usable of three", [run(good), run(good), run(suspect)], "met", 2],
    ["one usable of three", [run(good), run(suspect), run(interruptedOutcome)], "degraded", 2],
    ["one that was wanted", [run(good)], "met", 1],
    ["one that was wanted and is not usable", [run(suspect)], "degraded", 1],
    ["one usable, others not there and not named", [run(good, false), run(missing, false)], "met", 1],
    ["one usable, another not there and named", [run(good), run(missing)], "degraded", 2],
    ["one usable beside the agent that asks", [run(good), run(skipped)], "met", 1],
    ["nobody at all", [], "degraded", 1],
    ["only the agent that asks", [run(skipped)], "degraded", 1]
  ]
  it.each(cases)("by default: %s", (_, runs, expected, needed) => {
    assert.deepInclude(verdict(runs), { verdict: expected, needed })
  })

  it("takes the flag before the setting before the default", () => {
    const runs = [run(good), run(good), run(good)]
    assert.deepInclude(verdict(runs, 4, { "review.quorum": 1 }), { verdict: "degraded", needed: 4 })
    assert.deepInclude(verdict(runs, undefined, { "review.quorum": 3 }), { verdict: "met", needed: 3 })
    assert.deepInclude(verdict(runs), { verdict: "met", usable: 3, needed: 2 })
  })

  it.each([[0], [-1], [1.5], ["2"], [[2]]])("does not count %j, with a warning", (value) => {
    const { needed, source, warnings } = decideQuorum(
      [run(good)],
      undefined,
      settings({ "review.quorum": value })
    )
    assert.deepStrictEqual([needed, source, warnings.length], [1, "default", 1])
    if (typeof value === "number") assert.strictEqual(decideQuorum([], value, settings()).warnings.length, 1)
  })
})
