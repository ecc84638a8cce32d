import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as MemoryDisk from "../../../src/layers/disk/MemoryDisk.ts"
import { PointFailed } from "../../../src/layers/fault/PointFailed.ts"
import { everySeed, simulate, type Simulation } from "../../../src/layers/fault/simulate.ts"
import { runOnce } from "../../../src/layers/fault/simulation/runOnce.ts"
import { gsdMemory } from "../../../src/layers/memory.ts"
import { globalScope } from "../../../src/domain/paths.ts"
import { install } from "../../../src/pipelines/install.ts"
import { list } from "../../../src/pipelines/list.ts"
import { verify } from "../../../src/pipelines/verify.ts"
import { below, capability } from "../../support/capabilities.ts"
import { requestOf } from "../../support/engine.ts"

class Box extends Context.Service<
  Box,
  { readonly get: Effect.Effect<number>; readonly set: (to: number) => Effect.Effect<void> }
>()("gsd/test/Box") {}

const boxed = () =>
  Layer.sync(Box, () => {
    let sum = 0
    return {
      get: Effect.sync(() => sum),
      set: (to) =>
        Effect.sync(() => {
          sum = to
        })
    }
  })

const add = Effect.gen(function* () {
  const box = yield* Box
  yield* box.set((yield* box.get) + 1)
})

const adding: Simulation<Box, never, Box, never, Box> = {
  world: boxed,
  programs: { ada: add, bob: add },
  invariant: () => Effect.flatMap(Box, ({ get }) => Effect.map(get, (sum) => assert.strictEqual(sum, 2)))
}

const failureOf = (exit: Exit.Exit<unknown, unknown>): PointFailed => {
  const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  assert.instanceOf(defect, PointFailed)
  return defect
}

/** `Success`, or the tag of the failure. */
const endOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "Success"
  const failure = Cause.squash(exit.cause)
  return failure instanceof Error ? failure.name : "unknown"
}

const start = MemoryDisk.make({
  directories: ["/home/ada"],
  files: {
    ...below("/a/hk-cap", capability()),
    ...below("/b/other", capability({ id: "other", skills: [] }))
  }
})

const installing = (spec: string) => install(requestOf(spec, { wait: Duration.minutes(5) }))

describe("simulate", () => {
  it.effect("finds an addition that is lost, names its seed, and fails again by it", () =>
    Effect.gen(function* () {
      const failed = failureOf(yield* Effect.exit(everySeed({ first: 1, count: 50 }, adding)))
      assert.match(
        failed.message,
        /^ada, bob at once; run it again with seed "\d+"\n.*expected 1 to equal 2/su
      )
      const again = failureOf(yield* Effect.exit(simulate(Number(failed.seed), adding)))
      assert.strictEqual(again.message.split("\n")[0], failed.message.split("\n")[0])
    })
  )
  it.effect("runs the same twice by one seed, and in other orders by others", () =>
    Effect.gen(function* () {
      const run = (seed: number) =>
        simulate(seed, {
          world: (calls) => gsdMemory({ disk: start.copy(), calls }),
          programs: { ada: installing("/a/hk-cap"), bob: installing("/b/other") },
          invariant: () => Effect.void
        })
      const first = yield* run(7)
      const second = yield* run(7)
      assert.deepStrictEqual(second.trace, first.trace)
      assert.isAbove(first.trace.length, 100)
      const other = yield* run(8)
      assert.notDeepEqual(other.trace, first.trace)
    })
  )
  it.effect(
    "lets installs at once end as if one had come after the other; who came too late for the same one is told",
    () =>
      Effect.gen(function* () {
        const runs = yield* everySeed(
          { first: 1, count: 12 },
          {
            world: (calls) => gsdMemory({ disk: start.copy(), calls }),
            programs: {
              ada: installing("/a/hk-cap"),
              bob: installing("/b/other"),
              cleo: installing("/a/hk-cap")
            },
            invariant: ({ exits }) =>
              Effect.gen(function* () {
                const ends = [...exits.values()].map(endOf)
                assert.include(["Success", "StateChanged"], ends[0])
                assert.include(["Success", "StateChanged"], ends[2])
                assert.deepStrictEqual(
                  [ends[1], ends[0] === "Success" || ends[2] === "Success"],
                  ["Success", true]
                )
                const rows = yield* list(globalScope)
                assert.deepStrictEqual(
                  rows.map(({ id, status }) => [id, status]),
                  [
                    ["hk-cap", "active"],
                    ["other", "active"]
                  ]
                )
                assert.strictEqual((yield* verify(globalScope, [])).verdict, "ok")
              })
          }
        )
        const orders = new Set(
          runs.map(({ trace }) =>
            trace
              .filter((one) => one.endsWith("Lock.acquire"))
              .map((one) => one.slice(0, 3))
              .join()
          )
        )
        assert.isAbove(orders.size, 3)
      })
  )
  it.effect("lets time pass only when nobody has anything to do", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const later = (name: string, wait: Duration.Input) =>
        Effect.andThen(
          Effect.sleep(wait),
          Effect.sync(() => order.push(name))
        )
      yield* simulate(3, {
        world: () => Layer.empty,
        programs: { year: later("year", "365 days"), hour: later("hour", "1 hour"), now: later("now", 0) },
        invariant: () => Effect.void
      })
      assert.deepStrictEqual(order.slice(-3), ["now", "hour", "year"])
    })
  )
  it.live("says when nobody can go on", () =>
    Effect.gen(function* () {
      const stuck = Effect.flatMap(Deferred.make<void>(), (never) => Deferred.await(never))
      const simulation = { world: () => Layer.empty, programs: { ada: stuck }, invariant: () => Effect.void }
      const exit = yield* Effect.exit(Effect.scoped(runOnce(1, simulation)))
      assert.match(failureOf(exit).message, /ada at once.*Nobody can go on/su)
    })
  )
  it.effect("says which program ended with a defect", () =>
    Effect.gen(function* () {
      const programs = { ada: Effect.void, bob: Effect.die(new Error("bug")) }
      const exit = yield* Effect.exit(
        simulate(1, { world: () => Layer.empty, programs, invariant: () => Effect.void })
      )
      assert.match(failureOf(exit).message, /bob ended with a defect.*bug/su)
    })
  )
})
