import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { notAvailable } from "../../../src/domain/lane/availability.ts"
import { shown } from "../../../src/domain/text/escape.ts"
import { lanesScripted } from "../../../src/testing.ts"
import { collector, owlLane, probeLane, runLane, type Situation } from "./world.ts"

const situation: Situation = { directory: "/home/ada", lane: owlLane(30_000) }

const review = "src/a.ts:1 is wrong"

const run = () => ({
  outcome: { outcome: "completed", text: review } as const,
  takes: Duration.seconds(5),
  lines: ["thinking", "done"]
})

describe("LanesScripted", () => {
  it.effect("ends as the script says, when it says, and tells its lines", () =>
    Effect.gen(function* () {
      const { news, tell } = collector()
      const fiber = yield* Effect.forkChild(runLane(situation, { tell }))
      yield* TestClock.adjust("4 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      const ended = yield* Fiber.join(fiber)
      assert.deepInclude(ended, {
        outcome: { outcome: "completed", text: review },
        bytes: review.length,
        stderr: ""
      })
      assert.strictEqual(Duration.toSeconds(ended.duration), 5)
      assert.deepStrictEqual(
        news.map((one) => (one._tag === "Wrote" ? `${one.bytes} ${one.lastLine}` : one._tag)),
        ["Started", "9 thinking", "14 done"]
      )
    }).pipe(Effect.provide(lanesScripted({ run })))
  )

  it.effect("tells of a run that is interrupted", () => {
    const heard: Array<string> = []
    const script = {
      run,
      started: () => void heard.push("started"),
      interrupted: () => void heard.push("interrupted")
    }
    return Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(runLane(situation))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(heard, ["started", "interrupted"])
    }).pipe(Effect.provide(lanesScripted(script)))
  })

  it.effect("has every lane but what its script takes away", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* probeLane(situation), { _tag: "Available", models: undefined })
      const ended = yield* runLane(situation)
      assert.deepInclude(ended.outcome, { outcome: "unavailable", reason: "missing-binary" })
    }).pipe(Effect.provide(lanesScripted({ run: () => undefined })))
  )

  it.effect("answers probes as the script says", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* probeLane(situation), { _tag: "Unavailable", reason: "probe-failed" })
    }).pipe(Effect.provide(lanesScripted({ run, probe: () => notAvailable("probe-failed", shown`No word`) })))
  )
})
