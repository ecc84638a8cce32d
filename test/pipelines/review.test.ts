import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { LockBusy } from "../../src/domain/lock/errors.ts"
import { globalScope } from "../../src/domain/paths.ts"
import type { LanesScript, ScriptedRun } from "../../src/layers/lanes/LanesScripted.ts"
import { notAvailable } from "../../src/domain/lane/availability.ts"
import { shown } from "../../src/domain/text/escape.ts"
import { review } from "../../src/pipelines/review.ts"
import { reviewPlan } from "../../src/pipelines/review/dryRun.ts"
import { lookAtLanes } from "../../src/pipelines/review/looked.ts"
import { reviewHistory } from "../../src/pipelines/review/history.ts"
import type { ReviewEvent, ReviewRequested } from "../../src/pipelines/review/stages.ts"
import { Lock } from "../../src/services/Lock.ts"
import {
  durableMemoryOn,
  engineOver,
  environmentFixed,
  lanesScripted,
  lockMemory,
  makeMemoryDisk,
  type MemoryDisk
} from "../../src/testing.ts"

const said = "- [HIGH] `plans/01-PLAN.md:1`: nothing undoes the migration. Verdict: concern"

const completed: ScriptedRun = { outcome: { outcome: "completed", text: said } }

interface Room {
  readonly config?: object
  readonly variables?: Readonly<Record<string, string>>
  readonly lock?: typeof lockMemory
}

const makeDisk = ({ config = {} }: Room): MemoryDisk =>
  makeMemoryDisk({
    files: {
      "/project/.planning/config.json": JSON.stringify(config),
      "/project/plans/01-PLAN.md": "# Plan\n\nMigrate.\n"
    }
  })

const requestOf = (lanes: ReadonlyArray<string>, more: Partial<ReviewRequested> = {}): ReviewRequested => ({
  scope: globalScope,
  files: { plans: ["plans/01-PLAN.md"] },
  wanted: { flags: [], lanes, all: false },
  keep: false,
  html: false,
  tell: () => {},
  ...more
})

const engineOf = (disk: MemoryDisk, script: LanesScript, { lock = lockMemory, variables = {} }: Room) =>
  engineOver({ lock, productVersion: "test", lanes: lanesScripted(script) }).pipe(
    Layer.provideMerge(
      Layer.merge(durableMemoryOn(disk), environmentFixed({ workingDirectory: "/project", variables }))
    )
  )

const textAt = (disk: MemoryDisk, path: string): string | undefined => {
  const entry = disk.snapshot().get(path)
  return entry?.kind === "file" ? new TextDecoder().decode(entry.bytes) : undefined
}

const reportOf = (disk: MemoryDisk): string => textAt(disk, "/project/plans/REVIEWS.md") ?? ""

const namesBelow = (disk: MemoryDisk, folder: string): ReadonlyArray<string> =>
  [...disk.snapshot().keys()]
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1))

const run = (
  lanes: ReadonlyArray<string>,
  script: LanesScript,
  room: Room & { readonly request?: Partial<ReviewRequested> } = {}
) => {
  const disk = makeDisk(room)
  const work = review(requestOf(lanes, room.request)).pipe(Effect.provide(engineOf(disk, script, room)))
  return { disk, work }
}

const three = ["gemini", "codex", "claude"]

describe("review", () => {
  it.effect("starts all lanes at once, and none waits for another", () =>
    Effect.gen(function* () {
      const started: Array<string> = []
      const { work } = run(three, {
        run: () => ({ ...completed, takes: Duration.seconds(2) }),
        started: ({ planned }) => void started.push(planned.run.identity)
      })
      const fiber = yield* Effect.forkChild(work)
      yield* TestClock.adjust("1 second")
      assert.sameMembers(started, three)
      yield* TestClock.adjust("1 second")
      const document = yield* Fiber.join(fiber)
      assert.deepInclude(document, { verdict: "met", quorum: 2, usable: 3, interrupted: false })
      assert.deepStrictEqual(
        document.lanes.map(({ ms, slug, startMs }) => [slug, startMs, ms]),
        [
          ["gemini", 0, 2000],
          ["claude", 0, 2000],
          ["codex", 0, 2000]
        ]
      )
    })
  )

  it.effect("lets as many run as the configuration says; waiting is no part of a lane's time", () =>
    Effect.gen(function* () {
      const { work } = run(
        three,
        { run: () => ({ ...completed, takes: Duration.seconds(2) }) },
        { config: { review: { concurrency: 1 } } }
      )
      const fiber = yield* Effect.forkChild(work)
      for (const _ of three) yield* TestClock.adjust("2 seconds")
      const { lanes } = yield* Fiber.join(fiber)
      assert.deepStrictEqual(
        lanes.map(({ ms, ok, startMs }) => [startMs, ms, ok]),
        [
          [0, 2000, true],
          [2000, 2000, true],
          [4000, 2000, true]
        ]
      )
    })
  )

  it.effect("interrupted, keeps what was done, says what was not, and leaves no folder", () =>
    Effect.gen(function* () {
      const stopped: Array<string> = []
      const events: Array<ReviewEvent> = []
      const { disk, work } = run(
        ["gemini", "codex"],
        {
          run: ({ planned }) => ({
            ...completed,
            lines: ["one"],
            takes: Duration.seconds(planned.run.identity === "gemini" ? 1 : 60)
          }),
          interrupted: ({ planned }) => void stopped.push(planned.run.identity)
        },
        { request: { tell: (event) => void events.push(event) } }
      )
      const fiber = yield* Effect.forkChild(work)
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.interrupt(fiber)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
      assert.deepStrictEqual(stopped, ["codex"])
      const report = reportOf(disk)
      assert.match(report, /^interrupted: true$/mu)
      assert.match(report, /\| `gemini` \| `gemini` \| `completed`/u)
      assert.match(
        report,
        /\| `codex` \| `codex` \| `interrupted`: `interrupted` \| \*\*no\*\* \|[^|]*\| 5\.0 s \| 4 \|/u
      )
      assert.deepInclude(events.at(-1) ?? {}, { _tag: "Reported", interrupted: true })
      assert.deepStrictEqual(namesBelow(disk, "/home/ada/.gsd/runs"), ["history.jsonl"])
    })
  )

  it.effect("interrupted before anything was started, says interrupted of all of them", () =>
    Effect.gen(function* () {
      const never: typeof lockMemory = Layer.succeed(Lock, Lock.of({ acquire: () => Effect.never }))
      const { disk, work } = run(["gemini"], { run: () => completed }, { lock: never })
      const fiber = yield* Effect.forkChild(work)
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(fiber)
      assert.match(reportOf(disk), /\| `gemini` \| `gemini` \| `interrupted`/u)
    })
  )

  it.effect("sends nothing that it cannot write down", () =>
    Effect.gen(function* () {
      const busy = new LockBusy({ path: "/home/ada/.gsd/lock", waitedMillis: 0 })
      const lock: typeof lockMemory = Layer.succeed(Lock, Lock.of({ acquire: () => Effect.fail(busy) }))
      const started: Array<string> = []
      const { disk, work } = run(
        ["gemini"],
        { run: () => completed, started: () => void started.push("gemini") },
        { lock }
      )
      assert.strictEqual((yield* Effect.flip(work))._tag, "LockBusy")
      assert.deepStrictEqual(started, [])
      assert.strictEqual(reportOf(disk), "")
      assert.deepStrictEqual(namesBelow(disk, "/home/ada/.gsd/runs"), [])
    })
  )

  it.effect("lets a fault of ours in one lane be that lane's failure", () =>
    Effect.gen(function* () {
      const { work } = run(["gemini", "codex"], {
        run: ({ planned }) => {
          if (planned.run.identity === "codex") throw new Error("a bug")
          return completed
        }
      })
      const { lanes } = yield* work
      assert.deepStrictEqual(
        lanes.map(({ outcome, slug }) => [slug, outcome]),
        [
          ["gemini", "completed"],
          ["codex", "failed"]
        ]
      )
      assert.match(lanes[1]?.notes[0] ?? "", /a bug/u)
    })
  )

  it.effect("asks whom the configuration names, but not who asks; warnings name key, value and file", () =>
    Effect.gen(function* () {
      const { disk, work } = run(
        [],
        { run: () => completed },
        {
          config: {
            review: { default_reviewers: ["gemini", "codex"], timeouts: { gemini: "long" }, quorum: "many" }
          },
          variables: { CODEX_THREAD_ID: "x" }
        }
      )
      const document = yield* work
      assert.deepStrictEqual(
        document.lanes.map(({ outcome, slug }) => [slug, outcome]),
        [
          ["gemini", "completed"],
          ["codex", "skipped"]
        ]
      )
      for (const [key, value] of [
        ["review.quorum", '"many"'],
        ["review.timeouts.gemini", '"long"']
      ] as const) {
        const warning = document.warnings.find((one) => one.includes(`\`${key}\``)) ?? ""
        assert.include(warning, value)
        assert.include(warning, "/project/.planning/config.json")
        assert.include(reportOf(disk), warning.slice(0, 40))
      }
    })
  )

  it.effect("is remembered, whatever became of it", () =>
    Effect.gen(function* () {
      const disk = makeDisk({})
      const engine = engineOf(disk, { run: () => undefined }, {})
      yield* Effect.provide(review(requestOf(["gemini"])), engine)
      const { degradedStreak, lanes } = yield* Effect.provide(reviewHistory, engine)
      assert.deepStrictEqual([degradedStreak, lanes[0]?.degradedStreak], [1, 1])
    })
  )
})

describe("the plan of a review", () => {
  it.effect("says what `lanes` says of every lane, and leaves to a probe what only an answer tells", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const disk = makeDisk({})
      const script: LanesScript = {
        run: () => undefined,
        probe: ({ lane, looksOnly }) => {
          if (looksOnly !== true) asked.push(lane.slug)
          return lane.slug === "gemini"
            ? notAvailable("missing-binary", shown`The program is not there`)
            : { _tag: "Available", models: undefined }
        }
      }
      const engine = engineOf(disk, script, { variables: { PATH: "/bin", NODE_OPTIONS: "--inspect" } })
      const names = ["gemini", "claude", "kimi-code", "ollama", "plan-lint"]
      const { files, scope, wanted } = requestOf(names)
      const planned = yield* Effect.provide(reviewPlan({ files, scope, wanted }), engine)
      assert.deepStrictEqual(asked, [])
      const seen = yield* Effect.provide(lookAtLanes(scope, names), engine)
      const states = (lanes: ReadonlyArray<{ readonly slug: string; readonly state: string }>) =>
        Object.fromEntries(lanes.map(({ slug, state }) => [slug, state]))
      const able = { claude: "available", "kimi-code": "available", ollama: "available" }
      assert.deepStrictEqual(states(seen.lanes), { gemini: "unavailable", ...able, "plan-lint": "available" })
      assert.deepStrictEqual(states(planned.lanes), {
        gemini: "unavailable",
        claude: "ready",
        "kimi-code": "unasked",
        ollama: "unasked",
        "plan-lint": "ready"
      })
      assert.deepStrictEqual(
        planned.lanes.filter(({ slug }) => slug === "gemini").map(({ detail, reason }) => [reason, detail]),
        [["missing-binary", "The program is not there"]]
      )
      const claude = planned.lanes.find(({ slug }) => slug === "claude")
      const own = ["CLAUDE_CODE_DISABLE_AUTO_MEMORY", "CLAUDE_CODE_DISABLE_CLAUDE_MDS"]
      assert.deepStrictEqual(
        [claude?.env, claude?.envSet, claude?.envWithheld],
        [[...own, "PATH"], own, ["NODE_OPTIONS"]]
      )
    })
  )
})
