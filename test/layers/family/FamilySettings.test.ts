import { utimesSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { DiskFailure } from "../../../src/domain/disk/errors.ts"
import * as DurableMemory from "../../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../../src/layers/disk/MemoryDisk.ts"
import { everyCall } from "../../../src/layers/fault/everyCall.ts"
import { everyCrash } from "../../../src/layers/fault/everyCrash.ts"
import { faulty } from "../../../src/layers/fault/faulty.ts"
import * as FamilySettingsDisk from "../../../src/layers/family/FamilySettingsDisk.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { FamilySettings, type SettingsEdit } from "../../../src/services/FamilySettings.ts"
import { durableInMemory, durableOnNode, Room, text, utf8 } from "../../support/disk.ts"

/** Puts a text behind what is there. */
const append =
  (more: string): SettingsEdit<never> =>
  (before) =>
    Result.succeed(utf8(text(before) + more))

const place = Effect.map(Room, (room) => {
  const folder = `${room}/home/.config/agent-workflow`
  return { room, folder, file: `${folder}/bridge-settings.conf` }
})

const makeFolder = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const { room } = yield* place
  let at = room
  for (const name of path.slice(room.length + 1).split("/")) {
    at = `${at}/${name}`
    if (Option.isNone(yield* durable.identify(at))) yield* durable.makeDirectory(at, { mode: 0o755 })
  }
})

const put = Effect.fnUntraced(function* (content: string, mode: number) {
  const durable = yield* Durable
  const { file, folder } = yield* place
  yield* makeFolder(folder)
  yield* durable.create(file, utf8(content), { mode })
})

const contentOf = (file: string) =>
  Durable.use((durable) => Effect.map(durable.read(file, { maxBytes: 1 << 20 }), text))

const modeOf = (path: string) =>
  Durable.use((durable) =>
    Effect.map(durable.identify(path), (found) => Option.getOrThrow(found).mode.toString(8))
  )

const namesIn = (folder: string) =>
  Durable.use((durable) => Effect.map(durable.entries(folder), (all) => all.map(({ name }) => name)))

const suite = (name: string, disk: Layer.Layer<Durable | Room>): void => {
  const layer = FamilySettingsDisk.layer.pipe(Layer.provideMerge(disk))
  const prove = (behaviour: string, test: Effect.Effect<void, unknown, FamilySettings | Durable | Room>) => {
    it.effect(behaviour, () => Effect.provide(test, layer))
  }
  describe(`FamilySettings: ${name}`, () => {
    prove(
      "makes what is missing for the user alone, and leaves nothing beside the file",
      Effect.gen(function* () {
        const settings = yield* FamilySettings
        const { file, folder, room } = yield* place
        yield* makeFolder(`${room}/home`)
        assert.deepStrictEqual(yield* settings.read(file), { _tag: "Absent" })
        assert.isTrue(yield* settings.edit(file, append("A=1\n")))
        assert.strictEqual(yield* contentOf(file), "A=1\n")
        assert.deepStrictEqual(yield* namesIn(folder), ["bridge-settings.conf"])
        assert.deepStrictEqual(
          [yield* modeOf(`${room}/home/.config`), yield* modeOf(folder), yield* modeOf(file)],
          ["700", "700", "600"]
        )
      })
    )
    prove(
      "makes no folder for an edit that changes nothing",
      Effect.gen(function* () {
        const settings = yield* FamilySettings
        const { file, room } = yield* place
        assert.isFalse(yield* settings.edit(file, () => Result.succeed(undefined)))
        assert.deepStrictEqual(yield* namesIn(room), [])
      })
    )
    for (const mode of [0o600, 0o644, 0o400])
      prove(
        `keeps the mode ${mode.toString(8)}`,
        Effect.gen(function* () {
          const settings = yield* FamilySettings
          const { file, folder } = yield* place
          yield* put("A=1\n", mode)
          yield* settings.edit(file, append("B=2\n"))
          assert.strictEqual(yield* contentOf(file), "A=1\nB=2\n")
          assert.strictEqual(yield* modeOf(file), mode.toString(8))
          assert.deepStrictEqual(yield* namesIn(folder), ["bridge-settings.conf"])
        })
      )
    prove(
      "reads through a link and never edits one, nor below a folder that is one",
      Effect.gen(function* () {
        const settings = yield* FamilySettings
        const durable = yield* Durable
        const { file, folder, room } = yield* place
        yield* put("A=1\n", 0o600)
        const other = `${room}/other`
        yield* durable.makeDirectory(other, { mode: 0o755 })
        yield* durable.link(file, `${other}/bridge-settings.conf`)
        yield* durable.makeDirectory(`${room}/third`, { mode: 0o755 })
        yield* durable.link(folder, `${room}/third/agent-workflow`)
        for (const [path, problem] of [
          [`${other}/bridge-settings.conf`, "it is a symbolic link"],
          [`${room}/third/agent-workflow/bridge-settings.conf`, "its folder is a symbolic link"]
        ] as const) {
          const state = yield* settings.read(path)
          assert.strictEqual(state._tag === "Present" ? text(state.bytes) : state._tag, "A=1\n")
          const refused = yield* Effect.flip(settings.edit(path, append("B=2\n")))
          assert.include(refused, { _tag: "FamilySettingsFileRefused", path, problem })
          assert.strictEqual((yield* Effect.flip(settings.editable(path))).problem, problem)
        }
        assert.strictEqual(yield* contentOf(file), "A=1\n")
        assert.deepStrictEqual(yield* namesIn(folder), ["bridge-settings.conf"])
      })
    )
    prove(
      "edits below a config folder that is a link",
      Effect.gen(function* () {
        const settings = yield* FamilySettings
        const durable = yield* Durable
        const { file, room } = yield* place
        yield* put("A=1\n", 0o600)
        yield* durable.link(`${room}/home/.config`, `${room}/config`)
        yield* settings.edit(`${room}/config/agent-workflow/bridge-settings.conf`, append("B=2\n"))
        assert.strictEqual(yield* contentOf(file), "A=1\nB=2\n")
      })
    )
    prove(
      "tells what is no file apart, and takes a link that leads nowhere for nothing",
      Effect.gen(function* () {
        const settings = yield* FamilySettings
        const durable = yield* Durable
        const { file, room } = yield* place
        yield* makeFolder(file)
        assert.deepStrictEqual(yield* settings.read(file), { _tag: "Unusable", problem: "it is a folder" })
        assert.include(yield* Effect.flip(settings.edit(file, append("B=2\n"))), {
          _tag: "FamilySettingsFileRefused",
          problem: "it is a folder"
        })
        yield* durable.link(`${room}/nowhere`, `${room}/dangling`)
        assert.deepStrictEqual(yield* settings.read(`${room}/dangling`), { _tag: "Absent" })
        yield* durable.create(`${room}/plain`, utf8(""), { mode: 0o600 })
        assert.deepStrictEqual(yield* settings.read(`${room}/plain/bridge-settings.conf`), {
          _tag: "Unusable",
          problem: "its folder is a file"
        })
        assert.include(yield* Effect.flip(settings.editable(`${room}/plain/bridge-settings.conf`)), {
          problem: "its folder is a file"
        })
      })
    )
    prove(
      "hands on what the edit refuses, and writes nothing",
      Effect.gen(function* () {
        const settings = yield* FamilySettings
        const { file, folder } = yield* place
        yield* put("A=1\n", 0o600)
        assert.strictEqual(yield* Effect.flip(settings.edit(file, () => Result.fail("no"))), "no")
        assert.deepStrictEqual(yield* namesIn(folder), ["bridge-settings.conf"])
      })
    )
    prove(
      "takes a file in the place that another program put there meanwhile",
      Effect.gen(function* () {
        const durable = yield* Durable
        const { file, folder } = yield* place
        yield* put("A=1\n", 0o600)
        let theirs = 2
        const edit = append("B=2\n")
        const meddling = meddledWith(
          durable,
          Effect.suspend(() => {
            if (theirs === 0) return Effect.void
            theirs -= 1
            return durable.replace(file, utf8(`THEIRS=${theirs}\n`), {
              mode: 0o600,
              temporary: `${file}.theirs`
            })
          })
        )
        const layered = FamilySettingsDisk.layer.pipe(Layer.provide(meddling))
        assert.isTrue(
          yield* FamilySettings.use((one) => one.edit(file, edit)).pipe(
            Effect.provide(layered, { local: true })
          )
        )
        assert.strictEqual(theirs, 0)
        assert.strictEqual(yield* contentOf(file), "THEIRS=0\nB=2\n")
        assert.deepStrictEqual(yield* namesIn(folder), ["bridge-settings.conf"])
        theirs = 1000
        const given = yield* Effect.flip(
          FamilySettings.use((one) => one.edit(file, edit)).pipe(Effect.provide(layered, { local: true }))
        )
        assert.strictEqual(given._tag, "ConcurrentEdit")
        assert.deepStrictEqual(yield* namesIn(folder), ["bridge-settings.conf"])
        assert.isAbove(theirs, 900)
      })
    )
  })
}

/** A disk on which another program acts whenever a temporary was written. */
const meddledWith = (durable: Durable["Service"], act: Effect.Effect<void, DiskFailure>) =>
  Layer.succeed(
    Durable,
    Durable.of({
      ...durable,
      create: (path, bytes, options) =>
        Effect.andThen(durable.create(path, bytes, options), path.endsWith(".gsd-lock") ? Effect.void : act)
    })
  )

suite("machine", durableOnNode)
suite("memory", durableInMemory)

const file = "/home/ada/.config/agent-workflow/bridge-settings.conf"
const folder = "/home/ada/.config/agent-workflow"

const diskBefore = (content: string | undefined) =>
  MemoryDisk.make({
    directories: ["/home/ada"],
    ...(content === undefined ? {} : { files: { [file]: content } })
  })

const contentOn = (disk: MemoryDisk.MemoryDisk): string | undefined => {
  const entry = disk.snapshot().get(file)
  return entry?.kind === "file" ? text(entry.bytes) : undefined
}

const besides = (disk: MemoryDisk.MemoryDisk): ReadonlyArray<string> =>
  [...disk.snapshot().keys()].filter((path) => path.startsWith(`${folder}/`) && path !== file)

const editOn = (disk: MemoryDisk.MemoryDisk) =>
  FamilySettings.use((settings) => settings.edit(file, append("B=2\n"))).pipe(
    Effect.provide(FamilySettingsDisk.layer.pipe(Layer.provide(DurableMemory.layerOn(disk))), {
      local: true
    })
  )

describe("FamilySettings.edit", () => {
  for (const before of ["A=1\n", undefined]) {
    const after = `${before ?? ""}B=2\n`
    const start = before === undefined ? "no file" : "a file"

    it.effect(`leaves the file before or after, whatever call fails, dies or is interrupted: ${start}`, () =>
      Effect.gen(function* () {
        const denied = () => new DiskFailure({ operation: "x", path: file, reason: "denied", code: "EACCES" })
        const points = yield* everyCall({
          faults: [{ kind: "fail", error: denied }, { kind: "die" }, { kind: "interrupt" }],
          prove: (faults) =>
            Effect.gen(function* () {
              const disk = diskBefore(before)
              const durable = faulty(Durable, faults).pipe(Layer.provide(DurableMemory.layerOn(disk)))
              const layer = FamilySettingsDisk.layer.pipe(Layer.provide(durable))
              const exit = yield* faults.run(
                FamilySettings.use((settings) => settings.edit(file, append("B=2\n"))).pipe(
                  Effect.provide(layer, { local: true })
                )
              )
              const found = contentOn(disk)
              assert.include([before, after], found)
              if (Exit.isSuccess(exit)) assert.strictEqual(found, after)
              // A removal that is struck itself can leave what it was to remove.
              const left = faults.struck()?.name === "Durable.unlink" ? [] : besides(disk)
              assert.deepStrictEqual(left, [])
            })
        })
        assert.isTrue(points.struck.has("Durable.rename"))
        assert.isTrue(points.struck.has("Durable.create"))
      })
    )

    it.effect(`leaves the file before or after a power cut: ${start}`, () =>
      Effect.gen(function* () {
        const points = yield* everyCrash(
          editOn,
          ({ disk, exit }) =>
            Effect.sync(() => {
              assert.include([before, after], contentOn(disk))
              if (Exit.isSuccess(exit)) assert.strictEqual(contentOn(disk), after)
            }),
          { start: diskBefore(before) }
        )
        assert.isAbove(points.struck.size, 2)
      })
    )
  }

  it.effect("keeps the owner of the file", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ directories: ["/home/ada"], files: { [file]: "A=1\n" }, uid: 0 })
      const durable = yield* Effect.provide(Durable, DurableMemory.layerOn(disk), { local: true })
      yield* durable.chown(file, { uid: 1234, gid: 5678 })
      yield* editOn(disk)
      const found = Option.getOrThrow(yield* durable.identify(file))
      assert.deepStrictEqual([found.uid, found.gid, contentOn(disk)], [1234, 5678, "A=1\nB=2\n"])
    })
  )

  it.live("loses none of many edits that are made at once", () =>
    Effect.gen(function* () {
      const { file: own, folder: ownFolder } = yield* place
      const settings = yield* FamilySettings
      const names = Array.from({ length: 12 }, (_, index) => `K${index}`)
      yield* Effect.forEach(names, (name) => settings.edit(own, append(`${name}=1\n`)), {
        concurrency: "unbounded"
      })
      const lines = (yield* contentOf(own)).split("\n").filter((line) => line !== "")
      assert.deepStrictEqual(lines.toSorted(), names.map((name) => `${name}=1`).toSorted())
      assert.deepStrictEqual(yield* namesIn(ownFolder), ["bridge-settings.conf"])
    }).pipe(Effect.provide(FamilySettingsDisk.layer.pipe(Layer.provideMerge(durableOnNode))))
  )

  it.live("takes away the lock of a run that was killed", () =>
    Effect.gen(function* () {
      const { file: own, folder: ownFolder } = yield* place
      const settings = yield* FamilySettings
      const durable = yield* Durable
      yield* put("A=1\n", 0o600)
      const lock = `${ownFolder}/.bridge-settings.conf.gsd-lock`
      yield* durable.create(lock, utf8(""), { mode: 0o600 })
      utimesSync(lock, 1_000_000_000, 1_000_000_000)
      assert.isTrue(yield* settings.edit(own, append("B=2\n")))
      assert.deepStrictEqual(yield* namesIn(ownFolder), ["bridge-settings.conf"])
    }).pipe(Effect.provide(FamilySettingsDisk.layer.pipe(Layer.provideMerge(durableOnNode))))
  )
})
