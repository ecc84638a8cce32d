import { assert, describe, it } from "vitest"
import { renderRunners, runnerLines } from "../../../src/cli/render/reviewRunner.ts"
import { hidesSomething } from "../../../src/domain/text/escape.ts"
import type { RunnerEvent } from "../../../src/pipelines/cluster/events.ts"

const lane = { run: "20261130T174408Z-6e4048df", identity: "gemini" }

const ended: RunnerEvent = {
  _tag: "Ended",
  ...lane,
  outcome: "failed",
  reason: "exit-code",
  millis: 4400,
  stderr: "first\n\u001b[31mno quota\u001b[0m\n"
}

describe("runnerLines", () => {
  it("tells every event on lines of its own", () => {
    const rows: ReadonlyArray<readonly [RunnerEvent, ReadonlyArray<string>]> = [
      [
        {
          _tag: "Offering",
          runner: "build-7",
          lanes: [{ slug: "gemini", id: "gemini" }],
          leftOut: [{ slug: "codex", problem: "The program `codex` was not found" }]
        },
        ["Runner build-7 offers 1 lane: gemini", "Left out: codex: The program `codex` was not found"]
      ],
      [
        {
          _tag: "Offering",
          runner: "build-7",
          lanes: ["a", "b"].map((slug) => ({ slug, id: slug })),
          leftOut: ["c", "d", "e", "f"].map((slug) => ({ slug, problem: "It is not here" }))
        },
        ["Runner build-7 offers 2 lanes: a, b", "Left out: c, d, e, f; `gsd review lanes` says why"]
      ],
      [{ _tag: "Begun", ...lane, slug: "gemini" }, [`${lane.run} gemini: begun`]],
      [
        { ...ended, outcome: "completed", reason: "", stderr: "chatter" },
        [`${lane.run} gemini: completed after 4 s`]
      ],
      [
        { _tag: "Refused", ...lane, reason: "other-bytes", problem: "The lane has other bytes here" },
        [`${lane.run} gemini: refused (other-bytes): The lane has other bytes here`]
      ],
      [{ _tag: "Stopped", ...lane }, [`${lane.run} gemini: stopped`]],
      [
        { _tag: "Unreachable", problem: "connect ECONNREFUSED" },
        ["The storage of the cluster does not answer: connect ECONNREFUSED"]
      ],
      [{ _tag: "Reachable" }, ["The storage of the cluster answers again"]]
    ]
    for (const [event, lines] of rows) assert.deepStrictEqual(runnerLines(event), lines)
  })

  it("shows the end of the error output of a lane that failed, without what a terminal would act on", () => {
    const lines = runnerLines(ended)
    assert.deepStrictEqual(lines, [
      `${lane.run} gemini: failed (exit-code) after 4 s`,
      "  first",
      "  \\u{1b}[31mno quota\\u{1b}[0m"
    ])
    const hostile = runnerLines({ _tag: "Stopped", run: "a\u001b[2J", identity: "b\u202e" })
    for (const line of [...lines, ...hostile]) assert.isFalse(hidesSomething(line), line)
  })
})

describe("renderRunners", () => {
  it("names what is offered of the lanes here, and counts the others", () => {
    const runners = [
      {
        name: "build-7",
        lanes: [
          { slug: "gemini", id: "gemini", isSame: true },
          { slug: "owl", id: "owl-review", isSame: false }
        ],
        strangers: 2
      },
      { name: "build-8", lanes: [], strangers: 1 }
    ]
    assert.strictEqual(
      renderRunners({ cluster: "postgres://db.example/reviews", runners }),
      "build-7: gemini, owl (other bytes), 2 not installed here\nbuild-8: 1 not installed here"
    )
    assert.strictEqual(
      renderRunners({ cluster: "postgres://db.example/reviews", runners: [] }),
      "No runner is there: postgres://db.example/reviews"
    )
  })
})
