import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { ClusterUnreachable } from "../../src/domain/cluster/errors.ts"
import type { JsonObject } from "../../src/domain/json/value.ts"
import { globalScope } from "../../src/domain/paths.ts"
import type { LanesScript } from "../../src/layers/lanes/LanesScripted.ts"
import { clusterReview } from "../../src/pipelines/clusterReview.ts"
import { serveLanes } from "../../src/pipelines/clusterRunner.ts"
import { clusterRunners } from "../../src/pipelines/clusterRunners.ts"
import type { RunnerEvent } from "../../src/pipelines/cluster/events.ts"
import { watchStorage } from "../../src/pipelines/cluster/watching.ts"
import { install } from "../../src/pipelines/install.ts"
import type { ReviewRequested } from "../../src/pipelines/review/stages.ts"
import { trustRevoke } from "../../src/pipelines/trust.ts"
import { LaneCluster } from "../../src/services/LaneCluster.ts"
import type { LaneStart } from "../../src/services/Lanes.ts"
import {
  durableMemoryOn,
  engineOver,
  environmentFixed,
  laneClusterMemory,
  lanesScripted,
  lockMemory,
  makeMemoryDisk
} from "../../src/testing.ts"
import { consentGateFixed } from "../../src/index.ts"
import { invoke, lane } from "../domain/capability/build.ts"
import { below, manifestOf } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { until } from "../support/processes.ts"

const said = "- [HIGH] `plans/01-PLAN.md:1`: nothing undoes the migration. Verdict: concern"

/** Runs every lane to this answer, and keeps what it was started with. */
const answering = (starts: Array<LaneStart> = []): LanesScript => ({
  run: () => ({ outcome: { outcome: "completed", text: said } }),
  started: (start) => void starts.push(start)
})

const endless: LanesScript = {
  ...answering(),
  run: () => ({ outcome: { outcome: "completed", text: said }, takes: Duration.hours(1) })
}

const overlay = (members: JsonObject = {}, version = "1.0.0", folder = "/src/hk-cap") => {
  const { description, engines, requires, tier, title } = manifestOf()
  const usual = { slug: "hk-lane", flags: ["--hk-lane"], reviewsSection: "Hook", invoke }
  const { reviewer } = lane({ ...usual, ...members })
  const envelope = { id: "hk-cap", role: "reviewer", version, description, engines, requires, tier, title }
  return below(folder, { "capability.json": JSON.stringify({ ...envelope, reviewer }) })
}

interface Machine {
  readonly script: LanesScript
  readonly config?: object
  /** Members of the overlay's lane. */
  readonly members?: JsonObject
}

/** A machine of the team: a disk, and an engine on it. */
const machine = ({ config = {}, members = {}, script }: Machine) => {
  const disk = makeMemoryDisk({
    files: {
      ...overlay(members),
      ...overlay(members, "1.1.0", "/src/later/hk-cap"),
      "/project/.planning/config.json": JSON.stringify(config),
      "/project/plans/01-PLAN.md": "# Plan\n\nMigrate.\n"
    }
  })
  const layer = consentGateFixed({ yes: true }).pipe(
    Layer.provideMerge(
      engineOver({ lock: lockMemory, productVersion: "test", lanes: lanesScripted(script) })
    ),
    Layer.provideMerge(Layer.merge(durableMemoryOn(disk), environmentFixed({ workingDirectory: "/project" })))
  )
  const textAt = (path: string): string => {
    const entry = disk.snapshot().get(path)
    return entry?.kind === "file" ? new TextDecoder().decode(entry.bytes) : ""
  }
  return {
    layer,
    textAt,
    installed: Effect.provide(install(requestOf("/src/hk-cap")), layer),
    upgraded: Effect.provide(install(requestOf("/src/later/hk-cap", { replace: true })), layer)
  }
}

type Team = ReturnType<typeof machine>

/** A runner that is known to others when this ends. */
const startRunner = Effect.fnUntraced(function* ({ layer }: Team, lanes: ReadonlyArray<string>) {
  const events: Array<RunnerEvent> = []
  const serving = serveLanes({ scope: globalScope, lanes, tell: (event) => void events.push(event) })
  const fiber = yield* Effect.forkScoped(Effect.provide(serving, layer))
  yield* until(() => events.length > 0 || fiber.pollUnsafe() !== undefined)
  return { events, fiber }
})

const requested = (lanes: ReadonlyArray<string>): ReviewRequested => ({
  scope: globalScope,
  files: { plans: ["plans/01-PLAN.md"] },
  wanted: { flags: [], lanes, all: false },
  quorum: 1,
  keep: false,
  html: false,
  tell: () => {}
})

const wait = Duration.millis(50)

const review = ({ layer }: Team, lanes: ReadonlyArray<string>) =>
  Effect.provide(clusterReview(requested(lanes), wait), layer)

const test = <E>(
  title: string,
  work: Effect.Effect<void, E, Layer.Success<typeof laneClusterMemory> | Scope.Scope>
) => it.live(title, () => work.pipe(Effect.scoped, Effect.provide(laneClusterMemory)))

const here: LanesScript = {
  run: () => {
    throw new Error("a lane ran on the machine that asks")
  }
}

describe("clusterReview", () => {
  test(
    "runs every lane on a runner, none here, and counts what comes back",
    Effect.gen(function* () {
      const starts: Array<LaneStart> = []
      const runner = machine({ script: answering(starts) })
      const requester = machine({ script: here })
      const { events } = yield* startRunner(runner, ["gemini", "codex"])
      const document = yield* review(requester, ["gemini", "codex"])
      assert.deepInclude(document, { verdict: "met", usable: 2 })
      assert.deepStrictEqual(starts.map(({ planned }) => planned.run.identity).toSorted(), [
        "codex",
        "gemini"
      ])
      assert.include(requester.textAt("/project/plans/REVIEWS.md"), "It ran on `runner-1`")
      assert.deepStrictEqual(events.map(({ _tag }) => _tag).toSorted(), [
        "Begun",
        "Begun",
        "Ended",
        "Ended",
        "Offering"
      ])
    })
  )

  test(
    "hands over the prompt that was planned here, and both machines write down where it goes",
    Effect.gen(function* () {
      const starts: Array<LaneStart> = []
      const runner = machine({ script: answering(starts) })
      const requester = machine({ script: here })
      yield* startRunner(runner, ["gemini"])
      yield* review(requester, ["gemini"])
      assert.include(starts[0]?.planned.prompt.text, "Migrate.")
      assert.include(
        requester.textAt("/home/ada/.gsd/audit.jsonl"),
        '"to":"gemini by way of the cluster memory"'
      )
      assert.include(runner.textAt("/home/ada/.gsd/audit.jsonl"), '"to":"gemini"')
    })
  )

  test(
    "runs a lane of an overlay where the same bytes are consented to",
    Effect.gen(function* () {
      const runner = machine({ script: answering() })
      const requester = machine({ script: here })
      yield* runner.installed
      yield* requester.installed
      yield* startRunner(runner, ["hk-lane"])
      const { lanes } = yield* review(requester, ["hk-lane"])
      assert.deepInclude(lanes[0], { slug: "hk-lane", outcome: "completed" })
    })
  )

  test(
    "says that there is no runner for a lane, and who offers it with other bytes",
    Effect.gen(function* () {
      const runner = machine({ script: answering(), members: { timeoutFloorMs: 61_000 } })
      const requester = machine({ script: here })
      yield* runner.installed
      yield* requester.installed
      yield* startRunner(runner, ["hk-lane"])
      const { lanes, verdict } = yield* review(requester, ["hk-lane"])
      assert.strictEqual(verdict, "degraded")
      assert.deepInclude(lanes[0], { outcome: "unavailable", reason: "no-runner" })
      assert.match(
        requester.textAt("/project/plans/REVIEWS.md"),
        /No runner offered `hk-lane` within \d+ s \(1 runner is there\); `runner-1` offers it with other bytes/u
      )
      const listed = yield* Effect.provide(clusterRunners(globalScope), requester.layer)
      assert.deepStrictEqual(listed.runners, [
        { name: "runner-1", lanes: [{ slug: "hk-lane", id: "hk-cap", isSame: false }], strangers: 0 }
      ])
    })
  )

  test(
    "brings back that the runner's consent was withdrawn since it began to serve",
    Effect.gen(function* () {
      const runner = machine({ script: answering() })
      const requester = machine({ script: here })
      yield* runner.installed
      yield* requester.installed
      const { events } = yield* startRunner(runner, ["hk-lane"])
      yield* Effect.provide(
        trustRevoke({ id: "hk-cap", scope: globalScope, wait: Duration.seconds(1) }),
        runner.layer
      )
      const { lanes } = yield* review(requester, ["hk-lane"])
      assert.deepInclude(lanes[0], { outcome: "refused", reason: "not-offered" })
      assert.deepInclude(events.at(-1), { _tag: "Refused", reason: "not-offered" })
    })
  )

  test(
    "brings back that the runner has other bytes since it began to serve",
    Effect.gen(function* () {
      const runner = machine({ script: here })
      const requester = machine({ script: here })
      yield* runner.installed
      yield* requester.installed
      yield* startRunner(runner, ["hk-lane"])
      yield* runner.upgraded
      const { lanes } = yield* review(requester, ["hk-lane"])
      assert.deepInclude(lanes[0], { outcome: "refused", reason: "other-bytes" })
    })
  )

  test(
    "asks nobody for a lane that is not consented to here",
    Effect.gen(function* () {
      const starts: Array<LaneStart> = []
      const runner = machine({ script: answering(starts) })
      const requester = machine({ script: here })
      yield* runner.installed
      yield* requester.installed
      yield* startRunner(runner, ["hk-lane"])
      yield* Effect.provide(
        trustRevoke({ id: "hk-cap", scope: globalScope, wait: Duration.seconds(1) }),
        requester.layer
      )
      const exit = yield* Effect.exit(review(requester, ["hk-lane"]))
      assert.isTrue(Exit.isFailure(exit))
      assert.deepStrictEqual(starts, [])
    })
  )

  for (const [asked, there] of [
    [1200, 1000],
    [1000, 1200]
  ] as const)
    test(
      `gives a lane the shorter of both machines' time limits: ${asked} s here, ${there} s there`,
      Effect.gen(function* () {
        const starts: Array<LaneStart> = []
        const limitedTo = (seconds: number) => ({ review: { timeouts: { gemini: seconds } } })
        yield* startRunner(machine({ script: answering(starts), config: limitedTo(there) }), ["gemini"])
        yield* review(machine({ script: here, config: limitedTo(asked) }), ["gemini"])
        assert.deepStrictEqual(starts[0]?.planned.timeout, Duration.seconds(1000))
      })
    )

  test(
    "does not send a prompt on that is longer than the runner's budget",
    Effect.gen(function* () {
      const starts: Array<LaneStart> = []
      const config = { review: { max_prompt_tokens_per_reviewer: { gemini: 20 } } }
      yield* startRunner(machine({ script: answering(starts), config }), ["gemini"])
      const { lanes } = yield* review(machine({ script: here }), ["gemini"])
      assert.deepInclude(lanes[0], { outcome: "unavailable", reason: "budget-too-small" })
      assert.deepStrictEqual(starts, [])
    })
  )

  test(
    "ends the lane on its runner when it is interrupted, and says so in the report",
    Effect.gen(function* () {
      const starts: Array<LaneStart> = []
      const stopped: Array<string> = []
      const runner = machine({
        script: {
          ...endless,
          started: (start) => void starts.push(start),
          interrupted: ({ planned }) => void stopped.push(planned.run.identity)
        }
      })
      const requester = machine({ script: here })
      const { events } = yield* startRunner(runner, ["gemini"])
      const fiber = yield* Effect.forkChild(review(requester, ["gemini"]))
      yield* until(() => starts.length === 1)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(stopped, ["gemini"])
      assert.strictEqual(events.at(-1)?._tag, "Stopped")
      assert.match(requester.textAt("/project/plans/REVIEWS.md"), /^interrupted: true$/mu)
    })
  )

  test(
    "goes on with another runner when the first one is gone",
    Effect.gen(function* () {
      const first = yield* startRunner(machine({ script: endless }), ["gemini"])
      const requester = machine({ script: here })
      const fiber = yield* Effect.forkChild(review(requester, ["gemini"]))
      yield* until(() => first.events.length === 2)
      yield* startRunner(machine({ script: answering() }), ["gemini"])
      yield* Fiber.interrupt(first.fiber)
      const { lanes } = yield* Fiber.join(fiber)
      assert.deepInclude(lanes[0], { outcome: "completed", ok: true })
      assert.include(requester.textAt("/project/plans/REVIEWS.md"), "It was begun again: `runner-1`")
    })
  )
})

describe("serveLanes", () => {
  test(
    "runs as many lanes at once as this machine's configuration lets",
    Effect.gen(function* () {
      let running = 0
      let most = 0
      const script: LanesScript = {
        run: () => ({ outcome: { outcome: "completed", text: said }, takes: Duration.millis(20) }),
        started: () => {
          running += 1
          most = Math.max(most, running)
          setTimeout(() => (running -= 1), 15)
        }
      }
      const runner = machine({ script, config: { review: { concurrency: 1 } } })
      yield* startRunner(runner, ["gemini", "codex", "claude"])
      const { usable } = yield* review(machine({ script: here }), ["gemini", "codex", "claude"])
      assert.deepStrictEqual([usable, most], [3, 1])
    })
  )

  test(
    "does not begin when nothing can run here",
    Effect.gen(function* () {
      const nothing: LanesScript = {
        ...answering(),
        probe: () => ({ _tag: "Unavailable", reason: "missing-binary", detail: "It is not here" as never })
      }
      const { fiber } = yield* startRunner(machine({ script: nothing }), ["gemini"])
      const error = yield* Effect.flip(Fiber.join(fiber))
      assert.deepInclude(error, { _tag: "NothingToOffer" })
      assert.include(error.message, "`gemini`: It is not here")
    })
  )
})

describe("watchStorage", () => {
  it.effect("tells when the storage no longer answers, and when it does again, once each", () =>
    Effect.gen(function* () {
      const told: Array<string> = []
      let isThere = true
      const gone = new ClusterUnreachable({ address: "postgres://db.example/x", problem: "no answer" })
      const watching = Effect.provideService(
        watchStorage(({ _tag }) => void told.push(_tag)),
        LaneCluster,
        LaneCluster.of({
          address: "postgres://db.example/x",
          runners: Effect.suspend(() => (isThere ? Effect.succeed([]) : Effect.fail(gone))),
          hand: () => Effect.never,
          serve: () => Effect.never
        })
      )
      yield* Effect.forkChild(watching)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(told, [])
      isThere = false
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(told, ["Unreachable"])
      isThere = true
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(told, ["Unreachable", "Reachable"])
    })
  )
})
