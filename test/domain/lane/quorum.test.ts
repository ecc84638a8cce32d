import { assert, describe, it } from "@effect/vitest"
import { notAvailable } from "../../../src/domain/lane/availability.ts"
import {
  interruptedOutcome,
  skippedOutcome,
  unavailableOutcome,
  type LaneOutcome
} from "../../../src/domain/lane/outcome.ts"
import { decideQuorum, type EndedRun } from "../../../src/domain/lane/quorum.ts"
import { shown } from "../../../src/domain/text/escape.ts"
import { owl, runOf, settings } from "./lanes.ts"

const good: LaneOutcome = { outcome: "completed", text: "x" }
const suspect: LaneOutcome = { outcome: "suspect", reason: "no-citations", detail: shown`x`, text: "x" }
const gone = notAvailable("missing-binary", shown`x`)
const missing: LaneOutcome = gone._tag === "Unavailable" ? unavailableOutcome(gone) : good
const skipped = skippedOutcome({ run: runOf(owl()), host: "owl" })

const run = (outcome: LaneOutcome, named = true): EndedRun => ({ named, outcome })

const neededBy = (runs: ReadonlyArray<EndedRun>, flag?: number, config = {}) =>
  decideQuorum(runs, flag, settings(config)).needed

describe("decideQuorum", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<EndedRun>, number]> = [
    ["two usable of three", [run(good), run(good), run(suspect)], 2],
    ["one usable of three", [run(good), run(suspect), run(interruptedOutcome)], 2],
    ["one that was wanted", [run(good)], 1],
    ["one that was wanted and is not usable", [run(suspect)], 1],
    ["one usable, others not there and not named", [run(good, false), run(missing, false)], 1],
    ["one usable, another not there and named", [run(good), run(missing)], 2],
    ["one usable beside the agent that asks", [run(good), run(skipped)], 1],
    ["nobody at all", [], 1],
    ["only the agent that asks", [run(skipped)], 1]
  ]
  it.each(cases)("by default: %s", (_, runs, needed) => {
    assert.strictEqual(neededBy(runs), needed)
  })

  it("takes the flag before the setting before the default", () => {
    const runs = [run(good), run(good), run(good)]
    assert.strictEqual(neededBy(runs, 4, { "review.quorum": 1 }), 4)
    assert.strictEqual(neededBy(runs, undefined, { "review.quorum": 3 }), 3)
    assert.strictEqual(neededBy(runs), 2)
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
