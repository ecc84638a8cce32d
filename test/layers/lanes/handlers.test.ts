import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { dirname } from "node:path"
import { agyPlaces } from "../../../src/domain/lane/handlers/antigravity.ts"
import { laneNamed } from "../../domain/lane/lanes.ts"
import { makeDirectory } from "../../support/processes.ts"
import { liveLanes, owlLane, runLane, shellProgram, type Situation } from "./world.ts"

const watchdog = { timeout: 60_000 }

const review = "src/a.ts:1 HIGH: nothing verifies this"

const entry = (content: string, more: object = {}): string =>
  `${JSON.stringify({ source: "MODEL", status: "DONE", type: "PLANNER_RESPONSE", content, ...more })}\n`

const [transcript = "", full = ""] = agyPlaces.transcripts("c-1")

/** A home in which agy has a conversation about the repository, with what was said there before. */
const home = (directory: string, before: string): void => {
  const files = {
    [agyPlaces.conversations]: JSON.stringify({ [directory]: "c-1" }),
    [transcript]: before,
    [full]: before,
    [agyPlaces.log]: "started\nagent executor error: no model\n"
  }
  for (const [path, text] of Object.entries(files)) {
    fs.mkdirSync(dirname(`${directory}/${path}`), { recursive: true })
    fs.writeFileSync(`${directory}/${path}`, text)
  }
}

/** Runs agy as shell code; `$HOME` has its files. */
const runAgy = Effect.fnUntraced(function* (code: string, before = entry("old src/a.ts:9")) {
  const directory = yield* makeDirectory
  home(directory, before)
  const help = `if [ "$1" = --help ]; then echo --add-dir; exit 0; fi; printf '%s\\n' "$@" > "$HOME/args"`
  shellProgram(directory, "agy", `${help}; ${code}`)
  const situation: Situation = { directory, lane: laneNamed("antigravity") }
  const ended = yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
  const args = fs.readFileSync(`${directory}/args`, "utf8").split("\n")
  return { ended, args, directory }
}, Effect.scoped)

const append = (path: string, text: string): string => `printf '%s' '${text}' >> "$HOME/${path}"`

describe("agy", () => {
  it.live(
    "is given the repository when it knows that, and its print is the review",
    () =>
      Effect.gen(function* () {
        const { ended, args, directory } = yield* runAgy(`echo '${review}'`)
        assert.deepStrictEqual(ended.outcome, { outcome: "completed", text: `${review}\n` })
        const at = args.indexOf("--add-dir")
        assert.deepStrictEqual(args.slice(at, at + 3), ["--add-dir", directory, "-p"])
      }),
    watchdog
  )

  it.live(
    "that prints nothing is read in its transcript, behind what stood there before",
    () =>
      Effect.gen(function* () {
        const said = entry(review, { model: "gem-9" })
        const { ended } = yield* runAgy(`${append(transcript, said)}; ${append(full, said)}`)
        assert.deepStrictEqual(ended.outcome, { outcome: "completed", text: review })
        assert.include(ended.notes.join("\n"), "gem-9")
      }),
    watchdog
  )

  it.live(
    "is never given an old answer for a new one, and says why there is none",
    () =>
      Effect.gen(function* () {
        const silent = yield* runAgy(":")
        assert.deepInclude(silent.ended.outcome, { outcome: "empty", reason: "no-output" })
        assert.include(silent.ended.notes.join("\n"), "never began")
        assert.include(silent.ended.notes.join("\n"), "agent executor error: no model")
        const begun = yield* runAgy(append(transcript, '{"source":"USER"}\n'))
        assert.deepInclude(begun.ended.outcome, { outcome: "empty", reason: "no-output" })
        assert.include(begun.ended.notes.join("\n"), "gave no answer")
      }),
    watchdog
  )

  it.live(
    "that failed is not read any further",
    () =>
      Effect.gen(function* () {
        const { ended } = yield* runAgy(`${append(transcript, entry(review))}; exit 3`)
        assert.deepInclude(ended.outcome, { outcome: "failed", reason: "exit-code" })
      }),
    watchdog
  )

  it.live(
    "that worked in its own folder is suspect",
    () =>
      Effect.gen(function* () {
        const { ended } = yield* runAgy(`echo '${review}'; echo in ~/.gemini/antigravity-cli/scratch`)
        assert.deepInclude(ended.outcome, { outcome: "suspect", reason: "no-repository-access" })
      }),
    watchdog
  )
})

describe("opencode", () => {
  it.live(
    "prints events, whose texts are the review",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        const events = [
          { type: "step_start" },
          { type: "text", part: { text: review } },
          { type: "step_finish", part: { reason: "stop", tokens: { output: 12 } } }
        ]
        const lines = events.map((event) => `echo '${JSON.stringify(event)}'`).join("; ")
        shellProgram(directory, "owl", `echo not json; ${lines}`)
        const situation: Situation = { directory, lane: owlLane(30_000, { handler: "opencode" }) }
        const ended = yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
        assert.deepStrictEqual(ended.outcome, { outcome: "completed", text: review })
        assert.include(ended.notes.join("\n"), "12 tokens")
      }).pipe(Effect.scoped),
    watchdog
  )
})

describe("a banner", () => {
  const code = "echo 'model: owl-9' >&2"

  it.live(
    "tells the model of a review, and nothing where there is none",
    () =>
      Effect.gen(function* () {
        const notesOf = Effect.fnUntraced(function* (rest: string) {
          const directory = yield* makeDirectory
          shellProgram(directory, "owl", `${code}; ${rest}`)
          const situation: Situation = { directory, lane: owlLane(30_000) }
          return (yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))).notes
        }, Effect.scoped)
        const said = yield* notesOf(`echo '${review}'`)
        assert.strictEqual(said.join("\n"), "The model `owl-9` answered, as its banner says")
        assert.deepStrictEqual(yield* notesOf("exit 3"), [])
      }),
    watchdog
  )
})
