import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { judgeProbe, planProbe, type Availability } from "../../../src/domain/lane/availability.ts"
import { readModels } from "../../../src/domain/lane/handlers/openAi.ts"
import { judgeHttp, type HttpEnd } from "../../../src/domain/lane/judgeHttp.ts"
import {
  judgeNotStarted,
  judgeSpawn,
  spawnNotes,
  type SpawnAnswer
} from "../../../src/domain/lane/judgeSpawn.ts"
import {
  interruptedOutcome,
  isUsable,
  laneOutcomes,
  reasonOf,
  shownTail,
  unavailableOutcome,
  type LaneOutcome
} from "../../../src/domain/lane/outcome.ts"
import { limits } from "../../../src/domain/limits.ts"
import { RunCookie } from "../../../src/domain/process/cookie.ts"
import {
  BinaryNotExecutable,
  BinaryNotFound,
  SpawnFailed,
  UnsupportedShim
} from "../../../src/domain/process/errors.ts"
import { Outcome, type Capture, type RunFacts } from "../../../src/domain/process/outcome.ts"
import { hidesSomething } from "../../../src/domain/text/escape.ts"
import { laneNamed, owl } from "./lanes.ts"

const capture = (totalBytes = 0): Capture => ({
  bytes: new Uint8Array(),
  keptBytes: totalBytes,
  totalBytes,
  truncated: false,
  complete: true
})

const facts: RunFacts = {
  pid: 7,
  cookie: RunCookie.make("1-0"),
  stdout: capture(),
  stderr: capture(),
  duration: Duration.seconds(600),
  endingDuration: Duration.zero,
  ended: [],
  survivors: []
}

const review = "The plan is sound; src/a.ts:12 proves it."

const answer = (text: string | undefined, members: Partial<SpawnAnswer> = {}): SpawnAnswer => ({
  text,
  totalBytes: text?.length ?? 0,
  isCut: false,
  stderr: "",
  ...members
})

const lane = owl().reviewer
const server = laneNamed("ollama").reviewer

const exited = (code: number, given: SpawnAnswer) =>
  judgeSpawn(Outcome.Exited({ ...facts, code }), given, lane)

const timedOut = (kind: "wall" | "idle", members: Partial<RunFacts> = {}, given = answer(review)) =>
  judgeSpawn(Outcome.TimedOut({ ...facts, ...members, kind, limit: Duration.seconds(600) }), given, lane)

const answered = (body: unknown, status = 200): HttpEnd => ({
  _tag: "Answered",
  status,
  body: typeof body === "string" ? body : JSON.stringify(body)
})

const says = (content: unknown, members: object = {}) => ({
  model: "m",
  choices: [{ message: { role: "assistant", content }, ...members }]
})

const pair = (outcome: LaneOutcome): string => `${outcome.outcome} ${reasonOf(outcome)}`.trim()

const down = (): LaneOutcome => {
  const availability: Availability = judgeProbe(readModels)(planProbe(laneNamed("ollama"), false), {
    binaries: new Map(),
    ask: { _tag: "Unreachable", problem: "connection refused" }
  })
  return availability._tag === "Available" ? interruptedOutcome : unavailableOutcome(availability)
}

const u53: ReadonlyArray<readonly [string, LaneOutcome, string]> = [
  ["exit 0 and nothing", exited(0, answer("")), "empty no-output"],
  ["exit 0 and blanks", exited(0, answer("\n \t")), "empty blank-output"],
  ["exit 1 and a text", exited(1, answer(review)), "failed exit-code"],
  [
    "no such program",
    judgeNotStarted(new BinaryNotFound({ command: "owl", tried: [] })),
    "unavailable missing-binary"
  ],
  ["a server that is down", down(), "unavailable host-unreachable"],
  ["a server that answers nothing", judgeHttp(answered(says("")), server), "empty no-content"],
  ["no answer file", exited(0, answer(undefined)), "empty no-answer-file"],
  ["a server with an empty body", judgeHttp(answered(""), server), "empty no-body"]
]

describe("every empty review of U53", () => {
  it.each(u53)("tells %s", (_, outcome, expected) => {
    assert.strictEqual(pair(outcome), expected)
    assert.isFalse(isUsable(outcome))
  })

  it("shares outcome and reason with no other", () => {
    assert.strictEqual(new Set(u53.map(([, outcome]) => pair(outcome))).size, u53.length)
  })
})

describe("judgeSpawn", () => {
  const cases: ReadonlyArray<readonly [string, LaneOutcome, string]> = [
    ["a review", exited(0, answer(review)), "completed"],
    ["a text that names no line", exited(0, answer("Looks fine to me")), "suspect no-citations"],
    [
      "lines that do not exist",
      exited(0, answer(review, { resolution: { cited: 1, resolved: 0 } })),
      "suspect no-citation-resolves"
    ],
    [
      "one line of two that exists",
      exited(0, answer(review, { resolution: { cited: 2, resolved: 1 } })),
      "completed"
    ],
    [
      "a text that could not see",
      exited(0, answer(`REVIEWED-WITHOUT-REPO-ACCESS\n${review}`)),
      "suspect no-repository-access"
    ],
    [
      "a cut text",
      exited(0, answer(review, { isCut: true, totalBytes: 83_886_080 })),
      "truncated output-cap"
    ],
    ["a cut text of a program that failed", exited(2, answer(review, { isCut: true })), "failed exit-code"],
    ["a model at its limit", exited(0, answer(review, { stoppedAtLimit: true })), "truncated model-limit"],
    ["an error that was reported", exited(0, answer(review, { error: "no key" })), "failed reported-error"],
    ["lines without a text", exited(0, answer("", { totalBytes: 900 })), "empty blank-output"],
    [
      "a signal",
      judgeSpawn(Outcome.Signaled({ ...facts, signal: "SIGSEGV" }), answer(review), lane),
      "failed signal"
    ],
    ["a time limit with a text", timedOut("wall", { stdout: capture(90) }), "timed-out too-long"],
    ["a time limit without any output", timedOut("wall"), "timed-out too-quiet"],
    [
      "a time limit after a long silence",
      timedOut("wall", { stdout: capture(9) }, answer(review, { quiet: Duration.seconds(599) })),
      "timed-out too-quiet"
    ],
    ["an idle limit", timedOut("idle", { stdout: capture(90) }), "timed-out too-quiet"]
  ]
  it.each(cases)("says of %s", (_, outcome, expected) => {
    assert.strictEqual(pair(outcome), expected)
    assert.strictEqual(isUsable(outcome), expected === "completed")
  })

  const said = { stderr: "connecting\nno network\n" }
  const details: ReadonlyArray<readonly [string, LaneOutcome, string]> = [
    ["an exit", exited(3, answer(review, said)), "It ended with exit code 3: no network"],
    [
      "an exit told as the answer",
      exited(1, answer("Not logged in\n")),
      "It ended with exit code 1: Not logged in"
    ],
    ["an exit without a word", exited(1, answer(undefined)), "It ended with exit code 1"],
    [
      "a time limit",
      timedOut("wall", { stderr: capture(22) }, answer(review, said)),
      "It was ended after 600 s, its time limit: no network"
    ],
    [
      "an idle limit",
      timedOut("idle", { stderr: capture(22) }, answer(undefined, said)),
      "No output for 600 s; it was ended after 600 s: no network"
    ]
  ]
  it.each(details)("tells the last word of %s", (_, outcome, expected) => {
    assert.strictEqual("detail" in outcome ? String(outcome.detail) : "", expected)
  })

  it("says in seconds for how long nothing came", () => {
    assert.include(JSON.stringify(timedOut("wall")), "No output for 600 s")
    const quiet = timedOut("wall", { stdout: capture(9) }, answer("", { quiet: Duration.millis(599_600) }))
    assert.include(JSON.stringify(quiet), "No output for 599.6 s")
  })

  it("has the last line of the error output beside an exit code", () => {
    const outcome = exited(3, answer("auth failed", { stderr: "trace\n\u001b[31mauth failed\n\n" }))
    assert.strictEqual(
      "detail" in outcome ? outcome.detail : "",
      "It ended with exit code 3: \\u{1b}[31mauth failed"
    )
  })

  it("asks a lane that sees a diff only for no lines", () => {
    const outcome = judgeSpawn(
      Outcome.Exited({ ...facts, code: 0 }),
      answer("Fine"),
      laneNamed("coderabbit").reviewer
    )
    assert.strictEqual(pair(outcome), "completed")
  })

  it("tells of processes that were left, and of output held open", () => {
    const entry = { pid: 8, name: "x", cookies: [] }
    const notes = spawnNotes({
      ...facts,
      ended: [entry],
      survivors: [entry],
      stdout: { ...capture(), complete: false }
    })
    assert.strictEqual(notes.length, 3)
    assert.deepStrictEqual(spawnNotes(facts), [])
  })

  it.each([
    [new BinaryNotExecutable({ command: "owl", path: "/x/owl" }), "unavailable binary-not-executable"],
    [new UnsupportedShim({ command: "owl", path: "C:\\owl.cmd" }), "refused not-startable"],
    [new SpawnFailed({ command: "owl", reason: "argument-has-nul" }), "refused not-startable"],
    [new SpawnFailed({ command: "owl", reason: "interpreter-missing" }), "unavailable not-startable"]
  ] as const)("says why a program did not start", (error, expected) => {
    assert.strictEqual(pair(judgeNotStarted(error)), expected)
  })
})

describe("judgeHttp", () => {
  const cases: ReadonlyArray<readonly [string, HttpEnd, string]> = [
    ["a review", answered(says(review)), "completed"],
    [
      "a review in parts",
      answered(
        says([
          { type: "text", text: "See " },
          { type: "text", text: "src/a.ts:12" }
        ])
      ),
      "completed"
    ],
    ["a review without lines", answered(says("Fine")), "suspect no-citations"],
    ["blanks", answered(says(" \n")), "empty no-content"],
    ["null", answered(says(null)), "empty no-content"],
    [
      "a refusal",
      answered({ choices: [{ message: { content: null, refusal: "I will not" } }] }),
      "empty declined"
    ],
    ["no choices", answered({ choices: [] }), "empty no-choices"],
    ["no list of choices", answered({ ok: true }), "failed unexpected-answer"],
    ["a list", answered([]), "failed unexpected-answer"],
    ["no JSON", answered("<html>"), "failed not-json"],
    ["an error with status 200", answered({ error: { message: "no model" } }), "failed reported-error"],
    ["status 500", answered({ error: { message: "boom" } }, 500), "failed http-status"],
    ["status 401", answered("", 401), "failed http-status"],
    ["a model at its limit", answered(says(review, { finish_reason: "length" })), "truncated model-limit"],
    ["a body without end", { _tag: "TooLong", status: 200 }, "truncated body-cap"],
    ["a body without end of an error", { _tag: "TooLong", status: 502 }, "failed http-status"],
    ["a redirect", { _tag: "Redirected", to: "http://a.example" }, "refused redirected"],
    ["a slow drip", { _tag: "TimedOut", kind: "wall", limit: Duration.seconds(120) }, "timed-out too-long"],
    ["silence", { _tag: "TimedOut", kind: "idle", limit: Duration.seconds(120) }, "timed-out too-quiet"],
    ["a server that went away", { _tag: "Lost", problem: "reset" }, "failed connection-lost"],
    ["a server that is down", { _tag: "Unreachable", problem: "refused" }, "unavailable host-unreachable"]
  ]
  it.each(cases)("says of %s", (_, end, expected) => {
    assert.strictEqual(pair(judgeHttp(end, server)), expected)
  })

  it.prop(
    "never throws, whatever a server sends, and counts no error as a review",
    { body: Schema.String, json: Schema.Json, status: Schema.Int },
    ({ body, json, status }) => {
      for (const end of [
        answered(body, status),
        answered(json, status),
        answered(says(json as never), status)
      ]) {
        const outcome = judgeHttp(end, server)
        assert.include(laneOutcomes, outcome.outcome)
        if (status < 200 || status > 299) assert.isFalse(isUsable(outcome))
      }
    }
  )
})

describe("shownTail", () => {
  it("is the end of the error output, safe to show", () => {
    const tail = shownTail(`${"first\n".repeat(900)}\u001b[2Jlast\n`)
    assert.strictEqual(tail.at(-1), "\\u{1b}[2Jlast")
    assert.isTrue(tail.join("\n").length < limits.laneErrorCharacters + 200)
    assert.isFalse(tail.some(hidesSomething))
  })
})
