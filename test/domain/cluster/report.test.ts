import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import {
  ClusterUnreachable,
  HandingTooLong,
  NoRunner,
  RunnerLost,
  RunnerRefused
} from "../../../src/domain/cluster/errors.ts"
import { endedOn, failedOutcome, LaneReported, reportOf } from "../../../src/domain/cluster/report.ts"
import { unavailableReasons } from "../../../src/domain/lane/availability.ts"
import { suspicions } from "../../../src/domain/lane/evidence.ts"
import {
  emptyReasons,
  failedReasons,
  refusedReasons,
  truncatedReasons,
  type LaneOutcome
} from "../../../src/domain/lane/outcome.ts"
import { notStarted } from "../../../src/domain/lane/outcomes.ts"
import type { LaneRun, PlannedRun } from "../../../src/domain/lane/stages.ts"
import { hidesSomething, shown } from "../../../src/domain/text/escape.ts"
import { laneNamed } from "../lane/lanes.ts"

const lane = laneNamed("gemini")
const run: LaneRun = { identity: "gemini", lane, section: "Gemini", named: true }
const planned: PlannedRun = {
  _tag: "Http",
  run,
  prompt: { text: "Review.", path: "/p" },
  trimming: undefined,
  timeout: Duration.seconds(60),
  answerFile: "/a",
  model: undefined,
  warnings: [],
  url: "http://host.example/v1"
}

const detail = shown`It said \`no\``
const text = "Words of the lane."

const every: ReadonlyArray<LaneOutcome> = [
  { outcome: "completed", text },
  ...emptyReasons.map((reason): LaneOutcome => ({ outcome: "empty", reason, detail })),
  ...suspicions.map((reason): LaneOutcome => ({ outcome: "suspect", reason, detail, text })),
  ...failedReasons.map((reason): LaneOutcome => ({ outcome: "failed", reason, detail })),
  { outcome: "timed-out", reason: "too-long", detail },
  { outcome: "timed-out", reason: "too-quiet", detail },
  ...truncatedReasons.map((reason): LaneOutcome => ({ outcome: "truncated", reason, detail, text })),
  { outcome: "interrupted", reason: "interrupted", detail },
  ...unavailableReasons.map((reason): LaneOutcome => ({ outcome: "unavailable", reason, detail })),
  { outcome: "skipped", reason: "asking-agent", detail },
  ...refusedReasons.map((reason): LaneOutcome => ({ outcome: "refused", reason, detail }))
]

const facts = { to: "gemini", runner: "build-7", lost: [] }

const sent = (outcome: LaneOutcome) =>
  reportOf(
    { ...notStarted(run, outcome), duration: Duration.millis(1500), bytes: 18, stderr: "token" },
    facts
  )

const json = Schema.toCodecJson(LaneReported)

describe("a lane's report", () => {
  it("comes back as it was sent, whatever the end was, without the lane's error output", () => {
    for (const outcome of every) {
      const encoded = JSON.stringify(Schema.encodeSync(json)(sent(outcome)))
      assert.notInclude(encoded, "token")
      const ended = endedOn(planned, Schema.decodeUnknownSync(json)(JSON.parse(encoded)))
      assert.deepStrictEqual(ended.outcome, outcome)
      assert.deepInclude(ended, { bytes: 18, stderr: "", duration: Duration.millis(1500) })
    }
  })

  it("cannot bring hidden characters or an unknown end along", () => {
    const hostile = { ...sent({ outcome: "timed-out", reason: "too-long", detail }), notes: ["a\u001b[2Jb"] }
    const ended = endedOn(planned, { ...hostile, runner: "x\u202ey" })
    for (const note of ended.notes) assert.isFalse(hidesSomething(note), note)
    const unknown = { ...hostile, outcome: { outcome: "approved", text } }
    assert.throws(() => Schema.decodeUnknownSync(json)(unknown))
  })

  it("tells what the plan warned of on the runner", () => {
    const message = shown`The lane takes no model, so \`x\` is not used`
    const warned = { ...planned, warnings: [{ topic: "model", lane: "gemini", message } as const] }
    const ended = { ...notStarted(run, { outcome: "completed", text }), planned: warned }
    assert.include(endedOn(planned, reportOf(ended, facts)).notes, message)
  })

  it("says who had begun it before", () => {
    const report = { ...sent({ outcome: "completed", text }), lost: ["build-6"] }
    assert.include(endedOn(planned, report).notes.join("\n"), "`build-6` had begun it and did not end it")
  })
})

describe("failedOutcome", () => {
  it("makes an outcome of everything that keeps a lane from coming back", () => {
    const errors = [
      new NoRunner({ slug: "gemini", waitedMillis: 10_000, runners: 0, otherBytes: [] }),
      new RunnerRefused({ reason: "other-bytes", runner: "build-7", problem: "It is another one" }),
      new RunnerLost({ slug: "gemini", runners: ["build-7"] }),
      new HandingTooLong({ slug: "gemini", millis: 60_000 }),
      new ClusterUnreachable({ address: "postgres://db.example/x", problem: "no answer" })
    ]
    assert.deepStrictEqual(
      errors
        .map(failedOutcome)
        .map((outcome) => [outcome.outcome, "reason" in outcome ? outcome.reason : ""]),
      [
        ["unavailable", "no-runner"],
        ["refused", "other-bytes"],
        ["failed", "runner-lost"],
        ["timed-out", "too-long"],
        ["failed", "connection-lost"]
      ]
    )
  })
})
