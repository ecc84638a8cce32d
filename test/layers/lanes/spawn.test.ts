import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeDirectory } from "../../support/processes.ts"
import { collector, liveLanes, owlLane, runLane, shellProgram, type Situation } from "./world.ts"

const watchdog = { timeout: 60_000 }

const review = "src/a.ts:1 HIGH: nothing verifies this"

describe("a lane's program", () => {
  it.live(
    "is given its prompt, and its answer is a review",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        shellProgram(directory, "owl", `echo '${review}'; cat`)
        const situation: Situation = { directory, lane: owlLane(20_000) }
        const { news, tell } = collector()
        const ended = yield* runLane(situation, { tell }).pipe(Effect.provide(liveLanes(situation)))
        assert.deepStrictEqual(ended.outcome.outcome, "completed")
        assert.include("text" in ended.outcome ? ended.outcome.text : "", review)
        assert.strictEqual(news[0]?._tag, "Started")
      }).pipe(Effect.scoped),
    watchdog
  )
})
