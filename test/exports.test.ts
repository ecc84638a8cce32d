import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import * as engine from "../src/index.ts"
import * as testing from "../src/testing.ts"
import { below, capability } from "./support/capabilities.ts"

const repository = join(import.meta.dirname, "..")
const exported = new Set<unknown>(Object.values(engine))

const modulesIn = (room: string) =>
  Promise.all(
    readdirSync(join(repository, room), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(async ({ name }): Promise<{ readonly name: string; readonly values: ReadonlyArray<unknown> }> => {
        const module: Record<string, unknown> = await import(join(repository, room, name))
        return { name: basename(name, ".ts"), values: Object.values(module) }
      })
  )

const request = (spec: string): engine.Requested => ({
  op: "install",
  spec,
  scope: engine.globalScope,
  replace: false,
  allowDowngrade: false,
  wait: Duration.seconds(1)
})

describe("the package", () => {
  it("exports every service, and something of every pipeline", async () => {
    const modules = [...(await modulesIn("src/services")), ...(await modulesIn("src/pipelines"))]
    const hidden = modules.filter(({ values }) => !values.some((value) => exported.has(value)))
    assert.deepStrictEqual(
      hidden.map((one) => one.name),
      []
    )
  })

  it.effect("is tested by others with its own entry for tests, without a disk or a person", () => {
    const disk = testing.makeMemoryDisk({ files: below("/src/hk-cap", capability()) })
    const layer = engine
      .consentGateFixed({ yes: true })
      .pipe(
        Layer.provideMerge(testing.engineOver({ lock: testing.lockMemory })),
        Layer.provide(Layer.merge(testing.durableMemoryOn(disk), testing.environmentFixed()))
      )
    return Effect.gen(function* () {
      assert.strictEqual((yield* engine.install(request("/src/hk-cap"))).status, "installed")
      const [row] = yield* engine.list(engine.globalScope)
      assert.include(row, { id: "hk-cap", status: "active" })
    }).pipe(Effect.provide(layer))
  })
})

describe("the example that README shows", () => {
  const file = join(repository, "examples/embed.ts")

  it("is examples/embed.ts", () => {
    const readme = readFileSync(join(repository, "README.md"), "utf8")
    const [, shown] = /\n```ts\n(.*?)```\n/s.exec(readme) ?? []
    assert.strictEqual(shown, readFileSync(file, "utf8"))
  })

  it("lists what is installed", { timeout: 60_000 }, async () => {
    const home = mkdtempSync(join(tmpdir(), "gsd-embed-"))
    try {
      const layer = engine
        .consentGateFixed({ yes: true })
        .pipe(Layer.provideMerge(engine.engineLayer({ root: home, command: "gsd test" })))
      const spec = join(repository, "examples/capabilities/v1/hello-hooks")
      const receipt = await Effect.runPromise(engine.install(request(spec)).pipe(Effect.provide(layer)))
      const hooks = join(repository, "test/support/fromSources.ts")
      const run = spawnSync(process.execPath, ["--import", hooks, file], {
        cwd: home,
        encoding: "utf8",
        env: { HOME: home }
      })
      assert.include(run, { stdout: `hello-hooks ${receipt.version} active\n`, stderr: "", status: 0 })
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })
})
