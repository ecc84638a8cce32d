import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as fs from "node:fs"
import type { LaneOutcome } from "../../../src/domain/lane/outcome.ts"
import { makeDirectory, until } from "../../support/processes.ts"
import {
  collector,
  liveLanes,
  owlLane,
  placesIn,
  planned,
  runLane,
  shellProgram,
  type Situation
} from "./world.ts"

const watchdog = { timeout: 60_000 }

const review = "src/a.ts:1 HIGH: nothing verifies this"

const textOf = (outcome: LaneOutcome): string => ("text" in outcome ? outcome.text : "")

const long = 30_000

describe("a lane's program", () => {
  it.live(
    "is given the prompt on stdin, and what it prints is the review, in its file too",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        shellProgram(directory, "owl", `echo '${review}'; cat`)
        const situation: Situation = { directory, lane: owlLane(long) }
        const { news, tell } = collector()
        const ended = yield* runLane(situation, { tell }).pipe(Effect.provide(liveLanes(situation)))
        const { prompt } = planned(situation)
        const whole = `${review}\n${prompt.text}`
        assert.deepStrictEqual(ended.outcome, { outcome: "completed", text: whole })
        assert.strictEqual(fs.readFileSync(placesIn(directory).output, "utf8"), whole)
        assert.strictEqual(fs.readFileSync(placesIn(directory).prompt, "utf8"), prompt.text)
        assert.strictEqual(ended.bytes, Buffer.byteLength(whole))
        assert.isAbove(Duration.toMillis(ended.duration), 0)
        assert.strictEqual(news[0]?._tag, "Started")
        assert.deepInclude(news.at(-1), { _tag: "Wrote", bytes: ended.bytes, identity: "owl" })
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "has stdin at its end when the prompt goes another way (U49)",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        shellProgram(directory, "owl", `cat >/dev/null; echo '${review}'; echo "$2"`)
        const lane = owlLane(long, {}, { args: ["-p", "{{prompt}}"], promptChannel: "argv-file-ref" })
        const situation: Situation = { directory, lane }
        const ended = yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
        assert.strictEqual(ended.outcome.outcome, "completed")
        assert.include(textOf(ended.outcome), placesIn(directory).prompt)
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "that says it reads and then blocks is ended at its limit as too quiet, and holds nobody up (U49)",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        const other = yield* makeDirectory
        shellProgram(directory, "owl", "echo Reading...; exec sleep 60")
        shellProgram(other, "owl", `echo '${review}'`)
        const slow: Situation = { directory, lane: owlLane(1000) }
        const quick: Situation = { directory: other, lane: owlLane(long) }
        const [blocked, done] = yield* Effect.all(
          [
            runLane(slow).pipe(Effect.provide(liveLanes(slow))),
            runLane(quick).pipe(Effect.provide(liveLanes(quick)))
          ],
          { concurrency: 2 }
        )
        assert.deepInclude(blocked.outcome, { outcome: "timed-out", reason: "too-quiet" })
        assert.match("detail" in blocked.outcome ? blocked.outcome.detail : "", /^No output for \d/u)
        assert.strictEqual(done.outcome.outcome, "completed")
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "that goes on writing is ended as too long, and its text counts for nothing",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        shellProgram(directory, "owl", `while :; do echo '${review}'; sleep 0.05; done`)
        const situation: Situation = { directory, lane: owlLane(1000) }
        const ended = yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
        assert.deepInclude(ended.outcome, { outcome: "timed-out", reason: "too-long" })
        assert.include(fs.readFileSync(placesIn(directory).output, "utf8"), review)
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "is watched for silence where that is set",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        shellProgram(directory, "owl", "echo begun >&2; exec sleep 60")
        const settings = { "review.idle_timeout": 0.5 }
        const situation: Situation = { directory, settings, lane: owlLane(long) }
        const ended = yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
        assert.deepInclude(ended.outcome, { outcome: "timed-out", reason: "too-quiet" })
        assert.strictEqual(ended.stderr, "begun\n")
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "that is ours is this very program, whatever is on PATH",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        shellProgram(directory, "gsd", "echo 'another program'; exit 9")
        const own = shellProgram(directory, "real", `echo '${review}' "$@"`)
        const lane = owlLane(long, {}, { binary: "gsd", args: ["plan-lint", "-"] })
        const situation: Situation = { directory, lane }
        const options = { ownProgram: { command: own, args: ["main.mjs"] } }
        const ended = yield* runLane(situation).pipe(Effect.provide(liveLanes(situation, options)))
        assert.strictEqual(textOf(ended.outcome), `${review} main.mjs plan-lint -\n`)
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "ends with its fiber, and what it had written stays",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        shellProgram(directory, "owl", `echo '${review}'; echo $$ > pid; exec sleep 60`)
        const situation: Situation = { directory, lane: owlLane(long) }
        const { news, tell } = collector()
        const fiber = yield* Effect.forkChild(
          runLane(situation, { tell }).pipe(Effect.provide(liveLanes(situation)))
        )
        yield* until(() => news.some((one) => one._tag === "Wrote") && fs.existsSync(`${directory}/pid`))
        const pid = Number(fs.readFileSync(`${directory}/pid`, "utf8"))
        yield* Fiber.interrupt(fiber)
        assert.isFalse(fs.existsSync(`/proc/${pid}`))
        assert.strictEqual(fs.readFileSync(placesIn(directory).output, "utf8"), `${review}\n`)
      }).pipe(Effect.scoped),
    watchdog
  )
})

describe("a lane that writes a file", () => {
  const lane = (timeoutMs = long) =>
    owlLane(
      timeoutMs,
      {},
      { args: ["{{output}}"], promptChannel: "none", outputChannel: "file-arg", outputArg: "--out" }
    )

  it.live(
    "answers with that file; what it prints is no review",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        shellProgram(directory, "owl", `echo chatter; printf '%s' '${review}' > "$2"`)
        const situation: Situation = { directory, lane: lane() }
        const { news, tell } = collector()
        const ended = yield* runLane(situation, { tell }).pipe(Effect.provide(liveLanes(situation)))
        assert.deepStrictEqual(ended.outcome, { outcome: "completed", text: review })
        assert.strictEqual(ended.bytes, review.length)
        assert.deepStrictEqual(news.at(-1), {
          _tag: "Wrote",
          identity: "owl",
          bytes: 0,
          lastLine: "chatter"
        })
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "is not started over a file that is there already",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        shellProgram(directory, "owl", "touch started")
        fs.mkdirSync(`${directory}/run`)
        fs.writeFileSync(placesIn(directory).output, review)
        const situation: Situation = { directory, lane: lane() }
        const ended = yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
        assert.deepInclude(ended.outcome, { outcome: "unavailable", reason: "not-startable" })
        assert.isFalse(fs.existsSync(`${directory}/started`))
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "has no answer when it leaves a link or a pipe there",
    () =>
      Effect.gen(function* () {
        for (const leave of ['ln -s /etc/passwd "$2"', 'mkfifo "$2"', 'mkdir "$2"', ":"]) {
          const directory = yield* makeDirectory
          shellProgram(directory, "owl", leave)
          const situation: Situation = { directory, lane: lane() }
          const ended = yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
          assert.deepInclude(ended.outcome, { outcome: "empty", reason: "no-answer-file" }, leave)
        }
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "is cut at the cap with a mark, and no character is broken",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        const mebi = 1024 * 1024
        shellProgram(directory, "owl", `echo 'a.ts:1' > "$2"; yes 'ééé' | head -c ${9 * mebi} >> "$2"`)
        const situation: Situation = { directory, lane: lane() }
        const ended = yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
        assert.deepInclude(ended.outcome, { outcome: "truncated", reason: "output-cap" })
        assert.strictEqual(ended.bytes, 9 * mebi + 7)
        assert.notInclude(textOf(ended.outcome), "\uFFFD")
        const kept = fs.readFileSync(placesIn(directory).output, "utf8")
        assert.match(
          kept.slice(-200),
          new RegExp(`\\[gsd: cut here; the answer has ${9 * mebi + 7} bytes`, "u")
        )
        assert.isBelow(kept.length, 4 * mebi + 200)
      }).pipe(Effect.scoped),
    watchdog
  )
})
