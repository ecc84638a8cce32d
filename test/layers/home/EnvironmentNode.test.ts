import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as EnvironmentNode from "../../../src/layers/home/EnvironmentNode.ts"
import { Environment } from "../../../src/services/Environment.ts"

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe("a working directory that was deleted", () => {
  it.effect.each([
    ["/home/ada/gone", "/home/ada/gone"],
    ["gone", "/"],
    ["", "/"]
  ])("is the one that the shell says it had, and no defect: %s", ([named, expected]) =>
    Effect.gen(function* () {
      vi.stubEnv("PWD", named)
      vi.spyOn(process, "cwd").mockImplementation(() => {
        throw new Error("ENOENT: process.cwd failed")
      })
      const { workingDirectory } = yield* Environment.pipe(Effect.provide(EnvironmentNode.layerWith("gsd")))
      assert.strictEqual(workingDirectory, expected)
    })
  )
})
