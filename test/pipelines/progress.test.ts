import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { verify } from "../../src/pipelines/verify.ts"
import { Progress } from "../../src/services/Progress.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"

describe("Progress", () => {
  it.effect("is told the steps of an install with the bytes that were copied, and those of verify", () =>
    Effect.gen(function* () {
      const files = below("/src/hk-cap", capability())
      const disk = MemoryDisk.make({ files })
      const told: Array<string> = []
      let copied = 0
      const listening = Effect.provideService(Progress, {
        step: (step) => told.push(step),
        bytes: (count) => {
          copied += count
        }
      })
      yield* listening(runOn(disk)(install(requestOf("/src/hk-cap"))))
      assert.deepStrictEqual(told, ["copy", "seal", "commit"])
      const sizes = Object.values(files).map((text) => new TextEncoder().encode(String(text)).length)
      assert.strictEqual(
        copied,
        sizes.reduce((sum, size) => sum + size, 0)
      )
      yield* listening(runOn(disk)(verify(globalScope, [])))
      assert.strictEqual(told.at(-1), "verify")
    })
  )
})
