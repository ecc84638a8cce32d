import { assert, describe, it } from "vitest"
import { answered, ruleOnGate, ruleOnStep, unasked, type GateAnswer } from "../../../src/domain/loop/gate.ts"
import type { HookOutcome } from "../../../src/domain/loop/outcome.ts"

const met = answered(false, "fine")
const notMet = answered(true, "not yet")
const broken = unasked("nobody knows it")
const judged = (outcome: HookOutcome): GateAnswer => ({
  _tag: "Verdict",
  recorded: { outcome, message: "said so" }
})

type Row = readonly [
  answer: GateAnswer,
  blocking: boolean,
  onError: "skip" | "halt",
  outcome: HookOutcome,
  what: "goes on" | "holds" | "ends"
]

const rows: ReadonlyArray<Row> = [
  [met, true, "halt", "passed", "goes on"],
  [met, true, "skip", "passed", "goes on"],
  [met, false, "halt", "passed", "goes on"],
  [met, false, "skip", "passed", "goes on"],
  [notMet, true, "halt", "blocked", "holds"],
  [notMet, true, "skip", "blocked", "holds"],
  [notMet, false, "halt", "blocked", "goes on"],
  [notMet, false, "skip", "blocked", "goes on"],
  [broken, true, "halt", "failed", "holds"],
  [broken, true, "skip", "skipped", "goes on"],
  [broken, false, "halt", "failed", "ends"],
  [broken, false, "skip", "skipped", "goes on"],
  // No verdict of an agent holds or ends anything, whatever the manifest says.
  ...[true, false].flatMap((blocking) =>
    (["halt", "skip"] as const).flatMap((onError): ReadonlyArray<Row> => [
      [{ _tag: "Verdict" }, blocking, onError, "handed", "goes on"],
      [judged("passed"), blocking, onError, "passed", "goes on"],
      [judged("blocked"), blocking, onError, "blocked", "goes on"],
      [judged("failed"), blocking, onError, "failed", "goes on"],
      [judged("skipped"), blocking, onError, "skipped", "goes on"]
    ])
  )
]

describe("ruleOnGate", () => {
  it.each(rows.map((row) => [`${JSON.stringify(row[0])} ${row[1]} ${row[2]}`, row] as const))(
    "%s",
    (_, [answer, blocking, onError, outcome, what]) => {
      const ruling = ruleOnGate({ blocking, onError }, answer)
      assert.strictEqual(ruling.outcome, outcome)
      assert.deepStrictEqual([ruling.holds, ruling.ends], [what === "holds", what === "ends"])
    }
  )

  it("says what was answered, and why nothing could be asked", () => {
    assert.strictEqual(ruleOnGate({ blocking: true, onError: "halt" }, notMet).message, "not yet")
    assert.include(ruleOnGate({ blocking: true, onError: "skip" }, broken).message, "nobody knows it")
    assert.include(ruleOnGate({ blocking: false, onError: "halt" }, broken).message, "nobody knows it")
  })
})

describe("ruleOnStep", () => {
  it.each([
    ["done", "halt", false],
    ["done", "skip", false],
    ["failed", "halt", true],
    ["failed", "skip", false],
    ["failed", undefined, false],
    ["skipped", "halt", false]
  ] as const)("%s with onError %s ends the point: %s", (outcome, onError, ends) => {
    const ruling = ruleOnStep({ onError }, outcome)
    assert.deepStrictEqual([ruling.outcome, ruling.holds, ruling.ends], [outcome, false, ends])
  })
})
