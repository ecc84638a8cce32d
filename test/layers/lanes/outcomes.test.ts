import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import type { Lane } from "../../../src/domain/lane/lane.ts"
import { isUsable, reasonOf } from "../../../src/domain/lane/outcome.ts"
import { makeDirectory } from "../../support/processes.ts"
import { liveLanes, owlLane, program, runLane, shellProgram, type Situation } from "./world.ts"

const watchdog = { timeout: 60_000 }

const review = "src/a.ts:1 HIGH: nothing verifies this"

interface Case {
  readonly expected: string
  readonly code?: string
  readonly lane?: Lane
  readonly prepare?: (directory: string) => void
}

const long = 30_000

const opencode = owlLane(long, { handler: "opencode" })

const event = (fields: object): string => `echo '${JSON.stringify(fields)}'`

const toFile = owlLane(
  long,
  {},
  { args: ["{{output}}"], promptChannel: "none", outputChannel: "file-arg", outputArg: "--out" }
)

/** Every way in which a program can come to nothing, each with its own outcome and reason (U53). */
const cases: Readonly<Record<string, Case>> = {
  "ends well with nothing": { code: "exit 0", expected: "empty no-output" },
  "ends well with blanks": { code: "printf '\\n \\t'", expected: "empty blank-output" },
  "ends well without its file": { code: "echo text", lane: toFile, expected: "empty no-answer-file" },
  "ends badly with a text": { code: `echo '${review}'; echo no >&2; exit 1`, expected: "failed exit-code" },
  "is killed": { code: `echo '${review}'; kill -9 $$`, expected: "failed signal" },
  "reports an error": {
    code: event({ type: "error", error: { data: { message: "no credit" } } }),
    lane: opencode,
    expected: "failed reported-error"
  },
  "stops at its own limit": {
    code: [
      event({ type: "text", part: { text: review } }),
      event({ type: "step_finish", part: { reason: "length" } })
    ].join("; "),
    lane: opencode,
    expected: "truncated model-limit"
  },
  "writes more than is kept": {
    code: `echo '${review}'; head -c 5000000 /dev/zero | tr '\\0' 'x'`,
    expected: "truncated output-cap"
  },
  "cites nothing": { code: "echo all is well", expected: "suspect no-citations" },
  "could not read": {
    code: `echo REVIEWED-WITHOUT-REPO-ACCESS; echo '${review}'`,
    expected: "suspect no-repository-access"
  },
  "is not there": { expected: "unavailable missing-binary" },
  "may not be started": {
    prepare: (directory) => fs.chmodSync(program(directory, "owl", "#!/bin/sh\n"), 0o644),
    expected: "unavailable binary-not-executable"
  },
  "has no interpreter": {
    prepare: (directory) => void program(directory, "owl", "#!/no/such/interpreter\n"),
    expected: "unavailable not-startable"
  },
  "goes on and on": {
    code: "while :; do echo working; sleep 0.05; done",
    lane: owlLane(500),
    expected: "timed-out too-long"
  },
  "says nothing for ever": { code: "exec sleep 60", lane: owlLane(500), expected: "timed-out too-quiet" }
}

const runCase = Effect.fnUntraced(function* ({ code, lane = owlLane(long), prepare }: Case) {
  const directory = yield* makeDirectory
  prepare?.(directory)
  if (code !== undefined) shellProgram(directory, "owl", code)
  const situation: Situation = { directory, lane }
  return yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
}, Effect.scoped)

describe("how a program ends (U53)", () => {
  it.live.each(Object.keys(cases))(
    "is told when it %s",
    (name) =>
      Effect.gen(function* () {
        const one = cases[name] ?? { expected: "" }
        const { outcome } = yield* runCase(one)
        assert.strictEqual(`${outcome.outcome} ${reasonOf(outcome)}`, one.expected)
        assert.isFalse(isUsable(outcome))
      }),
    watchdog
  )

  it("is never told in the same words of two kinds", () => {
    const all = Object.values(cases).map(({ expected }) => expected)
    assert.lengthOf(new Set(all), all.length)
  })

  it.live(
    "keeps the end of the error output",
    () =>
      Effect.gen(function* () {
        const ended = yield* runCase({
          code: "head -c 200000 /dev/zero | tr '\\0' e >&2; echo >&2; echo the reason >&2; exit 1",
          expected: ""
        })
        assert.isTrue(ended.stderr.endsWith("the reason\n"))
        assert.isAtMost(ended.stderr.length, 65_536)
        assert.match("detail" in ended.outcome ? ended.outcome.detail : "", /exit code 1: .*the reason$/u)
      }),
    watchdog
  )
})
