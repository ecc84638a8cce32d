import { assert, describe, it } from "vitest"
import { boardOf } from "../../../src/cli/mainBoard.ts"
import { afterEvent, boardLines, noRows } from "../../../src/cli/render/reviewBoard.ts"
import type { ReviewEvent } from "../../../src/pipelines/review/stages.ts"

const events: ReadonlyArray<readonly [number, ReviewEvent]> = [
  [
    0,
    {
      _tag: "Chosen",
      runId: "r",
      lanes: [
        { identity: "gemini", timeoutMillis: 60_000 },
        { identity: "codex", timeoutMillis: undefined },
        { identity: "qwen", timeoutMillis: 1000 }
      ]
    }
  ],
  [1000, { _tag: "Started", identity: "gemini" }],
  [1000, { _tag: "Started", identity: "codex" }],
  [2000, { _tag: "Wrote", identity: "gemini", bytes: 3072, lastLine: "## Concerns\u001b[31m" }],
  [3000, { _tag: "Ended", identity: "codex", outcome: "failed", reason: "exit-code", millis: 2000, bytes: 5 }]
]

const state = events.reduce((sum, [at, event]) => afterEvent(sum, event, at), noRows)

describe("the board of a review", () => {
  it("has a row for each lane: state, elapsed and remaining time, bytes, last line", () => {
    assert.deepStrictEqual(boardLines(state, 5000, 80), [
      "gemini  running  4 s, 56 s left  3 KiB  ## Concerns\\u{1b}[31m",
      "codex   failed   2 s             5 B    exit-code",
      "qwen    waiting"
    ])
  })

  it("never passes the edge of the terminal", () => {
    for (const line of boardLines(state, 5000, 40)) assert.isBelow(line.length, 40)
  })

  it("is painted over itself and taken away before anything else is written", () => {
    const written: Array<string> = []
    const live = { isShown: false, stop: () => {} }
    const board = boardOf(80, { live, writeLive: (text) => void written.push(text) })
    board.show(["a", "b"])
    board.show(["c", "d"])
    live.stop()
    board.clear()
    assert.deepStrictEqual(written, ["a\nb", "\u001b[1A\r\u001b[Jc\nd", "\u001b[1A\r\u001b[J"])
  })
})
