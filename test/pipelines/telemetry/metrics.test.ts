import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { globalScope } from "../../../src/domain/paths.ts"
import { shown } from "../../../src/domain/text/escape.ts"
import * as MemoryDisk from "../../../src/layers/disk/MemoryDisk.ts"
import type { ScriptedRun } from "../../../src/layers/lanes/LanesScripted.ts"
import { install } from "../../../src/pipelines/install.ts"
import { review } from "../../../src/pipelines/review.ts"
import { measured } from "../../../src/pipelines/telemetry/metrics.ts"
import {
  durableMemoryOn,
  engineOver,
  environmentFixed,
  lanesScripted,
  lockMemory,
  makeMemoryDisk
} from "../../../src/testing.ts"
import { below, capability } from "../../support/capabilities.ts"
import { requestOf, runOn } from "../../support/engine.ts"

/** Counts of one metric, by the values of the attributes named. */
const countsOf = (name: string, keys: ReadonlyArray<string>) =>
  Effect.map(Metric.snapshot, (all) =>
    Object.fromEntries(
      all
        .filter(({ id }) => id === name)
        .map(({ attributes, state }) => [
          keys.map((key) => attributes?.[key] ?? "").join(" "),
          "count" in state ? Number(state.count) : -1
        ])
    )
  )

/** An effect with metrics of its own. */
const apart = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Metric.MetricRegistry, new Map())

describe("the metrics of pipelines", () => {
  it.effect("count installs by what came of them, and time them", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ directories: ["/home/ada"], files: below("/src/hk-cap", capability()) })
      const run = runOn(disk)
      yield* run(install(requestOf("/src/hk-cap")))
      yield* run(install(requestOf("/src/hk-cap")))
      yield* Effect.flip(run(install(requestOf("/nowhere"))))
      assert.deepStrictEqual(yield* countsOf("gsd.installs", ["status"]), {
        failed: 1,
        installed: 1,
        unchanged: 1
      })
      const timed = yield* countsOf("gsd.pipeline.duration", ["pipeline", "outcome"])
      assert.deepStrictEqual(timed, { "install failed": 1, "install ok": 2 })
    }).pipe(apart)
  )

  it.effect("count and time every lane of a review once", () => {
    const said = "- [HIGH] `plans/01-PLAN.md:1`: nothing undoes the migration. Verdict: concern"
    const disk = makeMemoryDisk({ files: { "/project/plans/01-PLAN.md": "# Plan\n\nMigrate.\n" } })
    const lanes = lanesScripted({
      run: ({ planned }): ScriptedRun =>
        planned.run.identity === "codex"
          ? { outcome: { outcome: "completed", text: said } }
          : { outcome: { outcome: "failed", reason: "reported-error", detail: shown`quota` } }
    })
    const engine = engineOver({ lock: lockMemory, lanes }).pipe(
      Layer.provideMerge(
        Layer.merge(durableMemoryOn(disk), environmentFixed({ workingDirectory: "/project" }))
      )
    )
    return Effect.gen(function* () {
      yield* review({
        scope: globalScope,
        files: { plans: ["plans/01-PLAN.md"] },
        wanted: { flags: [], lanes: ["codex", "gemini"], all: false },
        keep: false,
        html: false,
        tell: () => {}
      }).pipe(Effect.provide(engine))
      const expected = { "codex completed": 1, "gemini failed": 1 }
      assert.deepStrictEqual(yield* countsOf("gsd.lane.outcomes", ["lane", "outcome"]), expected)
      assert.deepStrictEqual(yield* countsOf("gsd.lane.duration", ["lane", "outcome"]), expected)
    }).pipe(apart)
  })

  it.effect("tell an interrupted pipeline from one that failed", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(measured("endless")(Effect.never), { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      yield* Effect.exit(measured("endless")(Effect.die("boom")))
      const timed = yield* countsOf("gsd.pipeline.duration", ["pipeline", "outcome"])
      assert.deepStrictEqual(timed, { "endless failed": 1, "endless interrupted": 1 })
    }).pipe(apart)
  )
})
