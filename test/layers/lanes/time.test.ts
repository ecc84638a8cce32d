import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import type { Lane } from "../../../src/domain/lane/lane.ts"
import type { HttpFailed } from "../../../src/domain/network/errors.ts"
import { EndpointWire } from "../../../src/layers/lanes/endpoint.ts"
import { makeLanes } from "../../../src/layers/lanes/makeLanes.ts"
import { out, err, exit, wait, type Script, type ScriptStep } from "../../../src/layers/spawner/script.ts"
import { Lanes } from "../../../src/services/Lanes.ts"
import { durableMemory, environmentFixed, SpawnerCalls, spawnerScripted } from "../../../src/testing.ts"
import { heron, laneNamed } from "../../domain/lane/lanes.ts"
import { owlLane, runLane, type Situation } from "./world.ts"

const review = "src/a.ts:1 HIGH: nothing verifies this"

const directory = "/home/ada"

const situationOf = (lane: Lane, settings: Readonly<Record<string, JsonValue>> = {}): Situation => ({
  directory,
  lane,
  settings
})

const silentWire = Layer.succeed(
  EndpointWire,
  EndpointWire.of({ open: () => Effect.never as Effect.Effect<never, HttpFailed> })
)

/** One piece a second, for ever. */
const drippingWire = Layer.succeed(
  EndpointWire,
  EndpointWire.of({
    open: () =>
      Effect.succeed({
        status: 200,
        headers: new Map<string, string>(),
        next: Effect.as(Effect.sleep("1 second"), new Uint8Array([32]))
      })
  })
)

interface Stage {
  readonly steps?: ReadonlyArray<ScriptStep>
  readonly more?: Partial<Script>
  readonly wire?: Layer.Layer<EndpointWire>
}

/** Lanes whose programs are scripts and whose time is the test's. */
const scripted = ({ steps = [], more = {}, wire = silentWire }: Stage) =>
  Layer.effect(Lanes, makeLanes({})).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        durableMemory({ directories: [directory] }),
        spawnerScripted({ scripts: [{ name: "owl", when: () => true, steps: () => steps, ...more }] }),
        environmentFixed({ home: directory }),
        wire
      )
    )
  )

const runFor = Effect.fnUntraced(function* (situation: Situation, time: Duration.Duration) {
  const fiber = yield* Effect.forkChild(runLane(situation))
  yield* TestClock.adjust(time)
  return fiber.pollUnsafe() === undefined ? undefined : yield* Fiber.join(fiber)
})

const seconds = Duration.seconds

describe("time limits of a program, on the Clock", () => {
  it.effect("let 700 s of work finish where 900 are set (U57)", () =>
    Effect.gen(function* () {
      const situation = situationOf(owlLane(600_000), { "review.timeouts.owl": 900 })
      const ended = yield* runFor(situation, seconds(701))
      assert.deepStrictEqual(ended?.outcome, { outcome: "completed", text: review })
      assert.deepStrictEqual(Duration.toSeconds(ended?.duration ?? Duration.zero), 700)
    }).pipe(Effect.provide(scripted({ steps: [wait(seconds(700)), out(review), exit(0)] })))
  )

  it.effect("end it at the floor when a lower time is set, and not before (U57)", () =>
    Effect.gen(function* () {
      const situation = situationOf(owlLane(600_000), { "review.timeouts.owl": 10 })
      const fiber = yield* Effect.forkChild(runLane(situation))
      yield* TestClock.adjust(seconds(599))
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(seconds(1))
      const ended = yield* Fiber.join(fiber)
      assert.deepInclude(ended.outcome, { outcome: "timed-out", reason: "too-quiet" })
      assert.match(ended.planned?.warnings[0]?.message ?? "", /600 s/u)
    }).pipe(Effect.provide(scripted({})))
  )

  it.effect("tell the program its own limit, with a margin (U57)", () =>
    Effect.gen(function* () {
      const situation = situationOf(laneNamed("antigravity"), { "review.timeouts.antigravity": 900 })
      yield* runFor(situation, seconds(1))
      const calls = yield* SpawnerCalls.use(({ all }) => all)
      assert.deepStrictEqual(calls[0]?.args, ["--help"])
      assert.deepStrictEqual(calls[1]?.args.slice(0, 2), ["--print-timeout", "840s"])
      assert.deepStrictEqual(calls[1]?.timeout, seconds(900))
    }).pipe(Effect.provide(scripted({ steps: [exit(0)] })))
  )

  it.effect("call it too quiet from half of its time on, and too long before", () =>
    Effect.gen(function* () {
      const quiet = yield* runFor(situationOf(owlLane(100_000)), seconds(100))
      assert.deepInclude(quiet?.outcome, { outcome: "timed-out", reason: "too-quiet" })
      assert.match(quiet && "detail" in quiet.outcome ? quiet.outcome.detail : "", /^No output for 60 s/u)
    }).pipe(Effect.provide(scripted({ steps: [wait(seconds(40)), err("thinking\n")] })))
  )

  it.effect("call it too long when it wrote in the second half of its time", () =>
    Effect.gen(function* () {
      const long = yield* runFor(situationOf(owlLane(100_000)), seconds(100))
      assert.deepInclude(long?.outcome, { outcome: "timed-out", reason: "too-long" })
    }).pipe(Effect.provide(scripted({ steps: [wait(seconds(70)), out(review)] })))
  )

  it.effect("end it for silence alone, counted anew with every output", () =>
    Effect.gen(function* () {
      const situation = situationOf(owlLane(600_000), { "review.idle_timeout": 30 })
      const fiber = yield* Effect.forkChild(runLane(situation))
      yield* TestClock.adjust(seconds(79))
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(seconds(1))
      assert.deepInclude((yield* Fiber.join(fiber)).outcome, { outcome: "timed-out", reason: "too-quiet" })
    }).pipe(Effect.provide(scripted({ steps: [wait(seconds(25)), err("."), wait(seconds(25)), out(".")] })))
  )

  it.effect("leave what ignores TERM its grace, and count it into the time that the lane took", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(runLane(situationOf(owlLane(10_000))))
      yield* TestClock.adjust(seconds(11))
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(seconds(1))
      const ended = yield* Fiber.join(fiber)
      assert.strictEqual(Duration.toSeconds(ended.duration), 12)
      assert.match(ended.notes.join("\n"), /left 3 processes running/u)
    }).pipe(Effect.provide(scripted({ more: { ignoresTerm: true, children: ["worker", "helper"] } })))
  )

  it.effect("do not begin before the run does: a lane that waits its turn loses nothing", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        Effect.delay(runLane(situationOf(owlLane(10_000))), seconds(1000))
      )
      yield* TestClock.adjust(seconds(1008))
      assert.deepStrictEqual((yield* Fiber.join(fiber)).outcome.outcome, "completed")
    }).pipe(Effect.provide(scripted({ steps: [wait(seconds(8)), out(review), exit(0)] })))
  )
})

describe("time limits of an endpoint, on the Clock", () => {
  it.effect("end a request that is never answered, at the limit and not before", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(runLane(situationOf(heron({ timeoutFloorMs: 120_000 }))))
      yield* TestClock.adjust(seconds(119))
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(seconds(1))
      assert.deepInclude((yield* Fiber.join(fiber)).outcome, { outcome: "timed-out", reason: "too-long" })
    }).pipe(Effect.provide(scripted({})))
  )

  it.effect("end one that drips, at the limit", () =>
    Effect.gen(function* () {
      const ended = yield* runFor(situationOf(heron({ timeoutFloorMs: 120_000 })), seconds(120))
      assert.deepInclude(ended?.outcome, { outcome: "timed-out", reason: "too-long" })
      assert.isAtLeast(ended?.bytes ?? 0, 119)
    }).pipe(Effect.provide(scripted({ wire: drippingWire })))
  )

  it.effect("end one that is silent, where silence is limited", () =>
    Effect.gen(function* () {
      const situation = situationOf(heron({ timeoutFloorMs: 120_000 }), { "review.idle_timeout": 20 })
      const ended = yield* runFor(situation, seconds(20))
      assert.deepInclude(ended?.outcome, { outcome: "timed-out", reason: "too-quiet" })
    }).pipe(Effect.provide(scripted({})))
  )

  it.effect("take every piece as a sign of life", () =>
    Effect.gen(function* () {
      const situation = situationOf(heron({ timeoutFloorMs: 120_000 }), { "review.idle_timeout": 2 })
      const ended = yield* runFor(situation, seconds(120))
      assert.deepInclude(ended?.outcome, { outcome: "timed-out", reason: "too-long" })
    }).pipe(Effect.provide(scripted({ wire: drippingWire })))
  )
})
