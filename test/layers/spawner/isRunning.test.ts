import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { layer } from "../../../src/layers/spawner/SpawnerNode.ts"
import { Spawner } from "../../../src/services/Spawner.ts"

describe("Spawner.isRunning", () => {
  it.effect("knows ourselves, another user's process, and one that ended", () =>
    Effect.gen(function* () {
      const spawner = yield* Spawner
      assert.isTrue(yield* spawner.isRunning(process.pid))
      assert.isTrue(yield* spawner.isRunning(1))
      assert.isFalse(yield* spawner.isRunning(spawnSync("true").pid))
    }).pipe(Effect.provide(layer))
  )
})
