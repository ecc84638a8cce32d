import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as fs from "node:fs"
import { processLimits } from "../../../src/domain/process/limits.ts"
import { reasonOf } from "../../../src/domain/lane/outcome.ts"
import {
  collector,
  liveLanes,
  owlLane,
  runLane,
  shellProgram,
  type Situation
} from "../../layers/lanes/world.ts"
import { carrying, makeDirectory, makeMark, until } from "../../support/processes.ts"

const onLinux = it.live.runIf(process.platform === "linux")

const review = "src/a.ts:1 HIGH: nothing verifies this"

interface Tree {
  readonly code: string
  readonly expected: string
}

/** The trees of U52, and more of their kind; each says `ready` once it stands. */
const trees: Readonly<Record<string, Tree>> = {
  "a grandchild that ignores TERM": {
    code: `sh -c 'trap "" TERM; echo ready; sleep 30; touch late' & wait`,
    expected: "timed-out too-quiet"
  },
  "a child in a session of its own": {
    code: `setsid sh -c 'echo ready; sleep 30; touch late' & wait`,
    expected: "timed-out too-quiet"
  },
  "a double fork that ignores TERM": {
    code: `(setsid sh -c 'trap "" TERM; echo ready; sleep 30; touch late' &) ; exec sleep 30`,
    expected: "timed-out too-quiet"
  },
  "a tree of five": {
    code: `sh -c 'sh -c "sleep 30 & sleep 30 & echo ready; wait; touch late" & wait' & wait`,
    expected: "timed-out too-quiet"
  },
  "a leader that leaves a child with its output": {
    code: `echo '${review}'; (sleep 30; touch late) & echo ready; exit 0`,
    expected: "completed "
  },
  "a leader that leaves a daemon": {
    code: `echo '${review}'; (setsid sh -c 'trap "" TERM; sleep 30; touch late' &) ; echo ready; sleep 0.2; exit 0`,
    expected: "completed "
  }
}

const times = 3

const place = Effect.gen(function* () {
  const directory = yield* makeDirectory
  const mark = yield* makeMark
  return { directory, mark }
})

const situationOf = (
  { directory, mark }: Effect.Success<typeof place>,
  code: string,
  timeoutMs: number
): Situation => {
  shellProgram(directory, "owl", code)
  return { directory, lane: owlLane(timeoutMs), variables: { MARK: mark } }
}

describe.concurrent("nothing is left of a lane with (U52)", () => {
  for (const [name, { code, expected }] of Object.entries(trees)) {
    onLinux(`${name}, three times`, () =>
      Effect.gen(function* () {
        for (let time = 0; time < times; time += 1) {
          const here = yield* place
          const situation = situationOf(here, code, 1000)
          const ended = yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
          assert.deepStrictEqual(carrying(here.mark), [])
          assert.strictEqual(`${ended.outcome.outcome} ${reasonOf(ended.outcome)}`, expected)
          assert.match(ended.notes.join("\n"), /left \d+ processes running/u)
          const most = 1000 + processLimits.graceMillis + 5000
          assert.isBelow(Duration.toMillis(ended.duration), most)
          assert.isFalse(fs.existsSync(`${here.directory}/late`))
        }
      }).pipe(Effect.scoped)
    )

    onLinux(`${name}, when it is interrupted, three times`, () =>
      Effect.gen(function* () {
        for (let time = 0; time < times; time += 1) {
          const here = yield* place
          const situation = situationOf(here, `${code.replace(/exit 0$/u, "exec sleep 30")}`, 60_000)
          const { news, tell } = collector()
          const fiber = yield* Effect.forkChild(
            runLane(situation, { tell }).pipe(Effect.provide(liveLanes(situation)))
          )
          yield* until(() => news.some((one) => one._tag === "Wrote" && one.lastLine === "ready"))
          yield* Fiber.interrupt(fiber)
          assert.deepStrictEqual(carrying(here.mark), [])
          assert.isFalse(fs.existsSync(`${here.directory}/late`))
        }
      }).pipe(Effect.scoped)
    )
  }
})

describe("twelve lanes at once", () => {
  onLinux("take as long as the slowest, and none waits for another", () =>
    Effect.gen(function* () {
      const began = yield* Clock.currentTimeMillis
      const ended = yield* Effect.all(
        Array.from({ length: 12 }, () =>
          Effect.gen(function* () {
            const situation = situationOf(yield* place, `sleep 2; echo '${review}'`, 30_000)
            return yield* runLane(situation)
          })
        ),
        { concurrency: "unbounded" }
      ).pipe(Effect.provide(liveLanes({ directory: "/tmp", lane: owlLane(30_000) })))
      assert.isTrue(ended.every(({ outcome }) => outcome.outcome === "completed"))
      // One after another they would take 24 s.
      assert.isBelow((yield* Clock.currentTimeMillis) - began, 12_000)
    }).pipe(Effect.scoped)
  )
})
