import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { DiskFailure } from "../../src/domain/disk/errors.ts"
import { layerOn } from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { everyCall } from "../../src/layers/fault/everyCall.ts"
import { makeFaults, type Fault } from "../../src/layers/fault/Faults.ts"
import { faulty } from "../../src/layers/fault/faulty.ts"
import { init, type InitRequest } from "../../src/pipelines/init.ts"
import { Durable } from "../../src/services/Durable.ts"
import { Environment } from "../../src/services/Environment.ts"
import { text } from "../support/disk.ts"

const environment = Layer.succeed(
  Environment,
  Environment.of({
    home: "/home/ada",
    workingDirectory: "/projects/place",
    userId: 1000,
    processId: 4711,
    platform: "linux",
    variables: new Map(),
    command: "gsd test"
  })
)

const diskWith = (options: MemoryDisk.Options = {}) =>
  MemoryDisk.make({ uid: 0, directories: ["/projects/place"], ...options })

const run = (disk: MemoryDisk.MemoryDisk, request: Partial<InitRequest>, faults = makeFaults()) =>
  init({ role: "feature", ...request }).pipe(
    Effect.provide(
      Layer.mergeAll(faulty(Durable, faults).pipe(Layer.provide(layerOn(disk))), environment, Path.layer)
    )
  )

const pathsOf = (disk: MemoryDisk.MemoryDisk) => [...disk.snapshot().keys()].filter((one) => one !== "/")

const textAt = (disk: MemoryDisk.MemoryDisk, path: string) => {
  const entry = disk.snapshot().get(path)
  return entry?.kind === "file" ? text(entry.bytes) : undefined
}

const feature = ["capability.json", "skills/owl/SKILL.md", "hooks/session-start.sh", "README.md"]

describe("init", () => {
  it.effect("makes the folder of the id in the working directory", () =>
    Effect.gen(function* () {
      const disk = diskWith()
      const made = yield* run(disk, { id: "owl" })
      assert.strictEqual(made.path, "/projects/place/owl")
      assert.deepStrictEqual(
        made.files.map(({ path }) => path),
        feature
      )
      for (const { executable, path } of made.files)
        assert.deepInclude(disk.snapshot().get(`/projects/place/owl/${path}`), {
          kind: "file",
          mode: executable ? 0o755 : 0o644
        })
    })
  )

  it.effect(
    "takes the directory's name without an id, and the directory itself when it has the id's name",
    () =>
      Effect.gen(function* () {
        const places: ReadonlyArray<readonly [Partial<InitRequest>, string]> = [
          [{}, "/projects/place"],
          [{ id: "place" }, "/projects/place"],
          [{ directory: "owl" }, "/projects/place/owl"],
          [{ directory: "../new/deep/owl" }, "/projects/new/deep/owl"],
          [{ id: "owl", directory: "/srv/owl/" }, "/srv/owl"],
          [{ id: "owl", directory: "/srv/caps" }, "/srv/caps/owl"]
        ]
        for (const [request, path] of places) {
          const disk = diskWith()
          assert.strictEqual((yield* run(disk, request)).path, path)
          assert.isDefined(textAt(disk, `${path}/capability.json`))
        }
      })
  )

  it.effect("points at the schema of the package that a folder above brings", () =>
    Effect.gen(function* () {
      const file = "node_modules/gsd-engine/schema/capability.schema.json"
      const disk = diskWith({ files: { [`/projects/${file}`]: "{}" } })
      const made = yield* run(disk, { id: "owl" })
      assert.strictEqual(made.schema, `../../${file}`)
      const manifest = JSON.parse(textAt(disk, "/projects/place/owl/capability.json") ?? "")
      assert.strictEqual(manifest.$schema, `../../${file}`)
    })
  )

  it.effect("touches nothing when anything would be overwritten, and names all of it", () =>
    Effect.gen(function* () {
      const disk = diskWith({
        files: { "/projects/place/owl/README.md": "mine", "/projects/place/owl/hooks": "a file" }
      })
      const before = disk.snapshot()
      const error = yield* Effect.flip(run(disk, { id: "owl" }))
      assert.strictEqual(error._tag, "ScaffoldBlocked")
      if (error._tag === "ScaffoldBlocked") assert.sameMembers([...error.paths], ["README.md", "hooks"])
      assert.deepStrictEqual(disk.snapshot(), before)
    })
  )

  it.effect("follows no link inside the folder", () =>
    Effect.gen(function* () {
      const disk = diskWith({ directories: ["/projects/place/owl", "/elsewhere"] })
      yield* Durable.use((durable) => durable.link("/elsewhere", "/projects/place/owl/hooks")).pipe(
        Effect.provide(layerOn(disk))
      )
      const error = yield* Effect.flip(run(disk, { id: "owl" }))
      assert.strictEqual(error._tag, "ScaffoldBlocked")
      assert.deepStrictEqual(
        pathsOf(disk).filter((one) => one.startsWith("/elsewhere/")),
        []
      )
    })
  )

  it.effect("keeps what else is in the folder", () =>
    Effect.gen(function* () {
      const disk = diskWith({
        files: { "/projects/place/owl/LICENSE": "mine", "/projects/place/owl/hooks/a.sh": "mine" }
      })
      yield* run(disk, { id: "owl" })
      assert.strictEqual(textAt(disk, "/projects/place/owl/LICENSE"), "mine")
      assert.strictEqual(textAt(disk, "/projects/place/owl/hooks/a.sh"), "mine")
      assert.isDefined(textAt(disk, "/projects/place/owl/hooks/session-start.sh"))
    })
  )

  it.effect("writes nothing for an id that cannot be installed, wherever it would lead", () =>
    Effect.gen(function* () {
      for (const id of ["Owl", "", "../x", "codex", "gsd-owl"]) {
        const disk = diskWith()
        const before = disk.snapshot()
        const error = yield* Effect.flip(run(disk, { id }))
        assert.strictEqual(error._tag, "ScaffoldRefused")
        assert.deepStrictEqual(disk.snapshot(), before)
      }
    })
  )

  it.effect("leaves all or nothing whatever call fails, dies or is interrupted", () =>
    Effect.gen(function* () {
      const failed: Fault = {
        kind: "fail",
        error: () => new DiskFailure({ operation: "any", path: "/", reason: "full" })
      }
      const whole = diskWith()
      yield* run(whole, { directory: "/srv/deep/owl" })
      const { struck } = yield* everyCall({
        faults: [failed, { kind: "die" }, { kind: "interrupt" }],
        prove: Effect.fnUntraced(function* (faults) {
          const disk = diskWith()
          const before = pathsOf(disk)
          const exit = yield* faults.run(run(disk, { directory: "/srv/deep/owl" }, faults))
          assert.deepStrictEqual(pathsOf(disk), exit._tag === "Success" ? pathsOf(whole) : before)
        })
      })
      assert.includeMembers(
        [...struck.keys()],
        ["Durable.create", "Durable.makeDirectory", "Durable.identify"]
      )
    })
  )
})
