import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { RunCookie } from "../../../src/domain/process/cookie.ts"
import { SpawnFailed } from "../../../src/domain/process/errors.ts"
import { exit, out, type Script, type ScriptStep, wait } from "../../../src/layers/spawner/script.ts"
import { SpawnerCalls } from "../../../src/layers/spawner/SpawnerCalls.ts"
import { layerWith } from "../../../src/layers/spawner/SpawnerScripted.ts"
import { type RunRequest, Spawner } from "../../../src/services/Spawner.ts"
import { shell, text } from "../../contracts/spawnerPrograms.ts"

const answer = (steps: ReadonlyArray<ScriptStep>, more?: Partial<Script>) =>
  layerWith({ scripts: [{ name: "only", when: () => true, steps: () => steps, ...more }] })

const run = <E = never>(request: RunRequest<E>) => Spawner.use((spawner) => spawner.run(request))

/** Lets `time` pass around a run, and tells how it ended. */
const runFor = <E = never>(request: RunRequest<E>, time: Duration.Input) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(run(request))
    yield* TestClock.adjust(time)
    return fiber
  })

const minutes = Duration.minutes

describe("the timers of a run", () => {
  it.effect("lets work finish a moment before its limit", () =>
    Effect.gen(function* () {
      const outcome = yield* Fiber.join(yield* runFor(shell("", { timeout: minutes(15) }), "15 minutes"))
      assert.strictEqual(outcome._tag, "Exited")
      assert.strictEqual(Duration.toMillis(outcome.duration), 899_999)
    }).pipe(Effect.provide(answer([wait(Duration.millis(899_999)), out("done"), exit(0)])))
  )

  it.effect("ends work at its limit and not before", () =>
    Effect.gen(function* () {
      const fiber = yield* runFor(shell("", { timeout: minutes(15) }), "899 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      const outcome = yield* Fiber.join(fiber)
      assert.strictEqual(outcome._tag === "TimedOut" && outcome.kind, "wall")
      assert.strictEqual(text(outcome.stdout), "begun")
      assert.strictEqual(Duration.toMinutes(outcome.duration), 15)
    }).pipe(Effect.provide(answer([out("begun")])))
  )

  it.effect("starts the silence anew with every output", () =>
    Effect.gen(function* () {
      const request = shell("", { timeout: minutes(60), idleTimeout: minutes(5) })
      const outcome = yield* Fiber.join(yield* runFor(request, "13 minutes"))
      assert.strictEqual(outcome._tag === "TimedOut" && outcome.kind, "idle")
      assert.strictEqual(Duration.toMinutes(outcome.duration), 13)
    }).pipe(Effect.provide(answer([wait(minutes(4)), out("a"), wait(minutes(4)), out("b")])))
  )

  it.effect("counts no silence while the sink is writing", () =>
    Effect.gen(function* () {
      const write = () => Effect.sleep(minutes(20))
      const request = shell("", {
        timeout: minutes(60),
        idleTimeout: minutes(5),
        stdout: { _tag: "Stream", capBytes: 100, write }
      })
      const outcome = yield* Fiber.join(yield* runFor(request, "21 minutes"))
      assert.strictEqual(outcome._tag, "Exited")
    }).pipe(Effect.provide(answer([out("a"), out("b"), exit(0)], { name: "blocked" })))
  )

  it.effect("waits the grace for what ignores TERM, on a limit and on interruption", () =>
    Effect.gen(function* () {
      const request = shell("", { timeout: minutes(1), grace: Duration.seconds(30) })
      const late = yield* runFor(request, "80 seconds")
      assert.isUndefined(late.pollUnsafe())
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(Duration.toSeconds((yield* Fiber.join(late)).endingDuration), 30)
      const interrupted = yield* runFor(request, "10 seconds")
      const interruption = yield* Effect.forkChild(Fiber.interrupt(interrupted))
      yield* TestClock.adjust("29 seconds")
      assert.isUndefined(interrupted.pollUnsafe())
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(interruption)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(interrupted)))
    }).pipe(Effect.provide(answer([], { ignoresTerm: true })))
  )

  it.effect("gives output that others hold open 300 ms after the exit", () =>
    Effect.gen(function* () {
      const fiber = yield* runFor(shell("", { timeout: minutes(1) }), "299 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).ended.length, 2)
    }).pipe(Effect.provide(answer([exit(0)], { children: ["one", "two"] })))
  )

  it.effect("gives up a sink that never returns, and says that output is missing", () =>
    Effect.gen(function* () {
      const request = shell("", {
        timeout: minutes(1),
        stdout: { _tag: "Stream", capBytes: 100, write: () => Effect.never }
      })
      const outcome = yield* Fiber.join(yield* runFor(request, "1 minute"))
      assert.strictEqual(outcome._tag, "Exited")
      assert.isFalse(outcome.stdout.complete)
    }).pipe(Effect.provide(answer([out("a"), exit(0)])))
  )
})

describe("SpawnerScripted", () => {
  it.effect("records every call in plain text, refused ones too", () =>
    Effect.gen(function* () {
      yield* run(
        shell("x", { stdin: "in", env: { PATH: "/bin", KEY: Redacted.make("k") }, idleTimeout: minutes(1) })
      )
      yield* Effect.flip(run(shell("y", { timeout: Duration.zero })))
      const calls = yield* SpawnerCalls.use((service) => service.all)
      assert.deepStrictEqual(
        calls.map(({ args }) => args[1]),
        ["x", "y"]
      )
      assert.deepStrictEqual({ ...calls[0]?.env }, { PATH: "/bin", KEY: "k" })
      assert.deepStrictEqual([calls[0]?.command, calls[0]?.directory, calls[0]?.stdin], ["sh", "/tmp", "in"])
      assert.isUndefined(calls[1]?.stdin)
    }).pipe(Effect.provide(answer([exit(0)])))
  )

  it.effect("answers a call that no script expects with a defect that names it", () =>
    Effect.gen(function* () {
      yield* run(shell("first"))
      const result = yield* Effect.exit(run(shell("second")))
      assert.isTrue(Exit.isFailure(result) && Cause.hasDies(result.cause))
      assert.include(
        Exit.isFailure(result) ? Cause.pretty(result.cause) : "",
        "No script answers `sh -c second`"
      )
    }).pipe(Effect.provide(answer([exit(0)], { times: 1 })))
  )

  it.effect("refuses as scripted", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(shell("")))
      assert.strictEqual(error._tag === "SpawnFailed" && error.reason, "busy")
    }).pipe(
      Effect.provide(answer([], { refuse: ({ command }) => new SpawnFailed({ command, reason: "busy" }) }))
    )
  )

  it.effect("filters its processes by cookie", () => {
    const [mine, other] = [RunCookie.make("1-a"), RunCookie.make("1-b")]
    const processes = [
      { pid: 5, name: "a", cookies: [other, mine] },
      { pid: 6, name: "b", cookies: [other] }
    ]
    return Effect.gen(function* () {
      const spawner = yield* Spawner
      assert.lengthOf(yield* spawner.processes(), 2)
      assert.deepStrictEqual(
        (yield* spawner.processes(mine)).map(({ pid }) => pid),
        [5]
      )
    }).pipe(Effect.provide(layerWith({ scripts: [], processes })))
  })
})
