import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DiskFailure } from "../../../src/domain/disk/errors.ts"
import { isUsable } from "../../../src/domain/lane/outcome.ts"
import * as LanesLive from "../../../src/layers/lanes/LanesLive.ts"
import { err, exit, out } from "../../../src/layers/spawner/script.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { durableMemory, environmentFixed, SpawnerCalls, spawnerScripted } from "../../../src/testing.ts"
import { owlLane, runLane, type Situation } from "./world.ts"

const review = "src/a.ts:1 HIGH: nothing verifies this\n"

const situation: Situation = { directory: "/home/ada", lane: owlLane(30_000) }

const full = (operation: string, path: string) =>
  Effect.fail(new DiskFailure({ operation, path, reason: "full", code: "ENOSPC" }))

/** A disk on which one operation finds no room, from the call `from` on. */
const fullDisk = (operation: "createUnsynced" | "extendUnsynced", from: number) =>
  Layer.effect(
    Durable,
    Effect.map(Durable, (durable) => {
      let calls = 0
      const fails = () => ++calls >= from
      return Durable.of({
        ...durable,
        createUnsynced: (path, bytes, options) =>
          operation === "createUnsynced" && fails()
            ? full(operation, path)
            : durable.createUnsynced(path, bytes, options),
        extendUnsynced: (path, bytes) =>
          operation === "extendUnsynced" && fails()
            ? full(operation, path)
            : durable.extendUnsynced(path, bytes)
      })
    })
  ).pipe(Layer.provide(durableMemory({ directories: ["/home/ada"] })))

const steps = () => [out(review), err("noise\n"), out("the rest"), exit(0)]

const over = (disk: Layer.Layer<Durable>) =>
  LanesLive.layerWith().pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        disk,
        environmentFixed(),
        spawnerScripted({ scripts: [{ name: "owl", when: () => true, steps }] })
      )
    )
  )

describe("a disk without room", () => {
  it.effect("keeps a lane from starting when its files cannot be made", () =>
    Effect.gen(function* () {
      const ended = yield* runLane(situation)
      assert.deepInclude(ended.outcome, { outcome: "unavailable", reason: "not-startable" })
      assert.deepStrictEqual(yield* SpawnerCalls.use(({ all }) => all), [])
    }).pipe(Effect.provide(over(fullDisk("createUnsynced", 1))))
  )

  it.effect("that fills up on the way leaves a cut answer, which is no review, and says why", () =>
    Effect.gen(function* () {
      const ended = yield* runLane(situation)
      assert.deepInclude(ended.outcome, { outcome: "truncated", reason: "output-cap", text: review })
      assert.isFalse(isUsable(ended.outcome))
      assert.match("detail" in ended.outcome ? ended.outcome.detail : "", /ENOSPC/u)
      assert.strictEqual(ended.bytes, review.length + "the rest".length)
    }).pipe(Effect.provide(over(fullDisk("extendUnsynced", 2))))
  )

  it.effect("is of no matter where there is room", () =>
    Effect.gen(function* () {
      const ended = yield* runLane(situation)
      assert.deepStrictEqual(ended.outcome, { outcome: "completed", text: `${review}the rest` })
    }).pipe(Effect.provide(over(fullDisk("extendUnsynced", 9))))
  )
})
