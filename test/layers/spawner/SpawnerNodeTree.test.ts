import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { ownerOf } from "../../../src/domain/process/cookie.ts"
import type { Outcome } from "../../../src/domain/process/outcome.ts"
import { layer } from "../../../src/layers/spawner/SpawnerNode.ts"
import { type RunRequest, Spawner } from "../../../src/services/Spawner.ts"
import { shell, text } from "../../contracts/spawnerPrograms.ts"
import { carrying, isAlive, makeDirectory, makeMark, until } from "../../support/processes.ts"

const onLinux = it.live.runIf(process.platform === "linux")
const watchdog = { timeout: 60_000 }
const grace = Duration.millis(200)

/** Fires once the shell has said that its tree stands. */
const ready = "echo ready"

interface Tree {
  readonly code: string
  /** How the run ends: the tree outlives every limit, or its leader leaves first. */
  readonly leaves: boolean
}

const trees: Readonly<Record<string, Tree>> = {
  "a child that ignores TERM": {
    code: `sh -c 'trap "" TERM; ${ready}; sleep 60; touch late' & wait`,
    leaves: false
  },
  "a leader that ignores TERM": { code: `trap "" TERM; ${ready}; while :; do sleep 1; done`, leaves: false },
  "a tree of five": {
    code: `sh -c 'sh -c "sleep 60 & sleep 60 & ${ready}; wait" & wait' & wait`,
    leaves: false
  },
  "a child in its own session": {
    code: `setsid sh -c '${ready}; sleep 60; touch late' & wait`,
    leaves: false
  },
  "a session of its own without an environment": {
    code: `env -i setsid /bin/sh -c '${ready}; /bin/sleep 60' "$MARK" & wait`,
    leaves: false
  },
  "a double fork that ignores TERM": {
    code: `(setsid sh -c 'trap "" TERM; ${ready}; sleep 60; touch late' &) ; exec sleep 60`,
    leaves: false
  },
  "a leader that leaves a child holding its output": {
    code: `(${ready}; exec sleep 60) & sleep 0.1; exit 0`,
    leaves: true
  },
  "a leader that leaves a daemon": {
    code: `${ready}; setsid sh -c 'trap "" TERM; sleep 60; touch late' </dev/null >/dev/null 2>&1 & sleep 0.1; exit 0`,
    leaves: true
  },
  "a leader that leaves a double fork": {
    code: `(setsid sh -c '(sleep 60; touch late) & ${ready}' &) ; sleep 0.2; exit 0`,
    leaves: true
  }
}

const place = Effect.all({ mark: makeMark, directory: makeDirectory })

type Place = { readonly mark: string; readonly directory: string }

const inPlace = (code: string, { mark, directory }: Place, more?: Partial<RunRequest>): RunRequest =>
  shell(code, {
    args: ["-c", code, mark],
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", MARK: mark },
    directory,
    grace,
    timeout: Duration.seconds(2),
    ...more
  })

const assertNothingLeft = ({ mark, directory }: Place) => {
  assert.deepStrictEqual(carrying(mark), [])
  assert.deepStrictEqual(fs.readdirSync(directory), [])
}

const assertEnded = (outcome: Outcome, tree: Tree) => {
  assert.strictEqual(outcome._tag, tree.leaves ? "Exited" : "TimedOut")
  assert.strictEqual(text(outcome.stdout), "ready\n")
  assert.isAbove(outcome.ended.length, 0)
  assert.deepStrictEqual(outcome.survivors, [])
}

describe.concurrent("the live Spawner ends the whole tree of", () => {
  for (const [name, tree] of Object.entries(trees)) {
    onLinux(
      `${name}, three times in a row`,
      () =>
        Effect.gen(function* () {
          for (let time = 0; time < 3; time++) {
            const here = yield* place
            const outcome = yield* Spawner.use((spawner) => spawner.run(inPlace(tree.code, here)))
            assertEnded(outcome, tree)
            assertNothingLeft(here)
          }
        }).pipe(Effect.scoped, Effect.provide(layer)),
      watchdog
    )

    onLinux(
      `${name}, on interruption`,
      () =>
        Effect.gen(function* () {
          const here = yield* place
          let isReady = false
          const write = () => Effect.sync(() => void (isReady = true))
          const request = inPlace(tree.code, here, {
            timeout: Duration.minutes(1),
            stdout: { _tag: "Stream", capBytes: 100, write }
          })
          const fiber = yield* Effect.forkChild(Spawner.use((spawner) => spawner.run(request)))
          yield* until(() => isReady)
          yield* Fiber.interrupt(fiber)
          assertNothingLeft(here)
        }).pipe(Effect.scoped, Effect.provide(layer)),
      watchdog
    )
  }
})

const nested = new URL("./fixtures/nested.ts", import.meta.url).pathname

describe("a gsd that leaves early", () => {
  for (const way of ["exit", "kill"]) {
    onLinux(
      `leaves no run behind after ${way}`,
      () =>
        Effect.gen(function* () {
          const here = yield* place
          const outcome = yield* Spawner.use((spawner) =>
            spawner.run({
              ...inPlace("", here, { timeout: Duration.seconds(50) }),
              command: process.execPath,
              args: [nested, way, here.mark]
            })
          )
          assert.strictEqual(outcome._tag, way === "exit" ? "Exited" : "Signaled", text(outcome.stderr))
          assert.isFalse(isAlive(Number(text(outcome.stdout))))
          // Only the lineage of cookies leads from the outer run to a run of a gsd that was killed.
          assert.lengthOf(outcome.ended, way === "exit" ? 0 : 1)
          assertNothingLeft(here)
        }).pipe(Effect.scoped, Effect.provide(layer)),
      watchdog
    )
  }
})

describe("processes", () => {
  onLinux(
    "lists those of a run, with the owner in the cookie, and none afterwards",
    () =>
      Effect.gen(function* () {
        const here = yield* place
        const spawner = yield* Spawner
        const fiber = yield* Effect.forkChild(
          spawner.run(inPlace("sleep 60 & wait", here, { timeout: Duration.minutes(1) }))
        )
        yield* until(() => carrying(here.mark).length === 2)
        const pids = carrying(here.mark)
        const all = yield* spawner.processes()
        const [mine] = all.filter(({ pid }) => pids.includes(pid))
        const cookie = mine?.cookies.at(-1)
        assert.isDefined(cookie)
        if (cookie === undefined) return
        assert.strictEqual(ownerOf(cookie), process.pid)
        assert.deepStrictEqual(
          (yield* spawner.processes(cookie)).map(({ pid }) => pid),
          [...pids]
        )
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(yield* spawner.processes(cookie), [])
      }).pipe(Effect.scoped, Effect.provide(layer)),
    watchdog
  )
})

/** Gives real time to real processes while a TestClock stands still. */
const realTurn = TestClock.withLive(Effect.sleep(Duration.millis(10)))

describe("the clock of the live Spawner", () => {
  it.effect.runIf(process.platform === "linux")(
    "is Effect's: an hour passes when a TestClock says so",
    () =>
      Effect.gen(function* () {
        const here = yield* place
        const request = inPlace(`trap "" TERM; ${ready}; sleep 60`, here, { timeout: Duration.hours(1) })
        const fiber = yield* Effect.forkChild(Spawner.use((spawner) => spawner.run(request)))
        yield* TestClock.withLive(until(() => carrying(here.mark).length === 2))
        yield* TestClock.adjust("59 minutes")
        assert.isAbove(carrying(here.mark).length, 0)
        yield* TestClock.adjust("1 minute")
        while (fiber.pollUnsafe() === undefined) {
          yield* TestClock.adjust("20 millis")
          yield* realTurn
        }
        const outcome = yield* Fiber.join(fiber)
        assert.strictEqual(outcome._tag, "TimedOut")
        assert.strictEqual(Duration.toHours(outcome.duration), 1)
        assertNothingLeft(here)
      }).pipe(Effect.scoped, Effect.provide(layer)),
    watchdog
  )
})
