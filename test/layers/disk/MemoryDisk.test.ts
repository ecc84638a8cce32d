import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import type { LossPatterns } from "../../../src/layers/disk/memory/losses.ts"
import * as DurableMemory from "../../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../../src/layers/disk/MemoryDisk.ts"
import { NativeDisk } from "../../../src/layers/disk/NativeDisk.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { text, utf8 } from "../../support/disk.ts"

const open = { mode: 0o644 }

const onDisk =
  (disk: MemoryDisk.MemoryDisk) =>
  <A, E>(program: Effect.Effect<A, E, Durable>): Effect.Effect<A, E> =>
    Effect.provide(program, DurableMemory.layerOn(disk))

/** Text of a file, or what stands there; undefined when nothing does. */
const contentOf = (disk: MemoryDisk.MemoryDisk, path: string): string | undefined => {
  const entry = disk.snapshot().get(path)
  return entry?.kind === "file" ? text(entry.bytes) : entry?.kind
}

const found = (
  disk: MemoryDisk.MemoryDisk,
  paths: ReadonlyArray<string>,
  patterns: LossPatterns = "independent"
) =>
  new Set(
    [...disk.crashImages(patterns)].map((image) =>
      paths.map((path) => contentOf(image.disk, path) ?? "-").join(" ")
    )
  )

const write = Effect.fnUntraced(function* (path: string, content: string, isSynced: boolean) {
  const fs = yield* FileSystem.FileSystem
  const file = yield* fs.open(path, { flag: "w" })
  yield* file.writeAll(utf8(content))
  if (isSynced) yield* file.sync
}, Effect.scoped)

describe("crashImages", () => {
  it.effect("gives the disk itself when everything is durable", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ files: { "/d/f": "old" } })
      assert.deepStrictEqual([...found(disk, ["/d/f"])], ["old"])
      yield* onDisk(disk)(Effect.flatMap(Durable, (durable) => durable.create("/d/g", utf8("new"), open)))
      assert.deepStrictEqual([...found(disk, ["/d/f", "/d/g"])], ["old new", "old -"])
      yield* onDisk(disk)(Effect.flatMap(Durable, (durable) => durable.syncDirectory("/d")))
      assert.deepStrictEqual([...found(disk, ["/d/f", "/d/g"])], ["old new"])
    })
  )
  it.effect("keeps, empties or tears bytes that were not fsynced", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ directories: ["/d"] })
      yield* write("/d/f", "content", false).pipe(Effect.provide(disk.layer))
      const torn = `con${text(utf8("tent").map((byte) => byte ^ 0x5a))}`
      assert.deepStrictEqual([...found(disk, ["/d/f"])], ["content", torn, "", "-"])
    })
  )
  it.effect("leaves what was durable of a file alone when an append is torn", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ files: { "/d/log": "kept\n" } })
      const fs = Effect.flatMap(FileSystem.FileSystem, (service) =>
        service.writeFile("/d/log", utf8("new\n"), { flag: "a" })
      )
      yield* fs.pipe(Effect.provide(disk.layer))
      const images = [...found(disk, ["/d/log"])]
      assert.strictEqual(images.length, 3)
      assert.isTrue(images.every((image) => image.startsWith("kept\n")))
    })
  )
  it.effect("loses a rename within one folder as a whole", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ files: { "/d/a": "A", "/d/b": "B" } })
      yield* onDisk(disk)(Effect.flatMap(Durable, (durable) => durable.rename("/d/a", "/d/b")))
      assert.deepStrictEqual([...found(disk, ["/d/a", "/d/b"], "every")], ["A B", "- A"])
    })
  )
  it.effect("loses each half of a rename across folders on its own", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ files: { "/a/x/f": "F" }, directories: ["/b"] })
      yield* onDisk(disk)(Effect.flatMap(Durable, (durable) => durable.rename("/a/x", "/b/x")))
      assert.sameMembers([...found(disk, ["/a/x/f", "/b/x/f"])], ["- F", "F -", "F F", "- -"])
    })
  )
  it.effect("brings back a removed tree whose removal was not durable", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ files: { "/d/t/f": "F" } })
      yield* onDisk(disk)(Effect.flatMap(Durable, (durable) => durable.removeTree("/d/t")))
      assert.sameMembers([...found(disk, ["/d/t", "/d/t/f"])], ["- -", "directory F", "directory -"])
    })
  )
  it.effect("keeps any number of the oldest name changes", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ directories: ["/d"] })
      const durable = yield* Effect.provide(Durable, DurableMemory.layerOn(disk))
      for (const name of ["1", "2", "3"]) yield* durable.create(`/d/${name}`, utf8(name), open)
      const paths = ["/d/1", "/d/2", "/d/3"]
      const all = ["1 2 3", "- - -", "1 - -", "1 2 -"]
      assert.sameMembers([...found(disk, paths, "prefixes")], all)
      assert.sameMembers([...found(disk, paths, "every")], all)
      assert.sameMembers([...found(disk, paths)], ["1 2 3", "- - -"])
    })
  )
  it.effect("loses a mode that was not fsynced", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ files: { "/d/f": "F" } })
      const durable = yield* Effect.provide(Durable, DurableMemory.layerOn(disk))
      yield* durable.chmod("/d/f", 0o400)
      const modes = () =>
        [...disk.crashImages()].map(({ disk: image }) => {
          const entry = image.snapshot().get("/d/f")
          return entry?.kind === "file" ? entry.mode : undefined
        })
      assert.include(modes(), 0o644)
      yield* durable.syncFile("/d/f")
      assert.deepStrictEqual(modes(), [0o400])
    })
  )
})

describe("powerOffAt", () => {
  it.effect("ends everything, finalisers too, just before the step", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ directories: ["/d"] })
      disk.powerOffAt(4)
      const program = onDisk(disk)(Effect.flatMap(Durable, (d) => d.create("/d/f", utf8("bytes"), open)))
      const exit = yield* Effect.exit(program)
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      assert.deepStrictEqual([disk.isOff(), disk.lostAt(), disk.steps()], [true, "File.sync", 4])
      // `create` removes its file when it fails: not this time.
      assert.strictEqual(contentOf(disk, "/d/f"), "bytes")
      assert.isTrue(Exit.hasDies(yield* Effect.exit(program)))
    })
  )
  it.effect("counts every call and only changes as steps", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ files: { "/d/f": "F" } })
      const durable = yield* Effect.provide(Durable, DurableMemory.layerOn(disk))
      yield* durable.read("/d/f", { maxBytes: 9 })
      assert.strictEqual(disk.steps(), 0)
      yield* durable.syncFile("/d/f")
      assert.strictEqual(disk.steps(), 1)
      assert.strictEqual(disk.counts().get("FileSystem.open"), 2)
      assert.strictEqual(disk.counts().get("File.sync"), 1)
    })
  )
})

describe("failSyncAt", () => {
  it.effect("never makes durable what a failed fsync let go, though the next one says yes", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ files: { "/d/f": "old" } })
      const durable = yield* Effect.provide(Durable, DurableMemory.layerOn(disk))
      yield* write("/d/f", "new", false).pipe(Effect.provide(disk.layer))
      disk.failSyncAt(1)
      assert.include(yield* Effect.flip(durable.syncFile("/d/f")), { reason: "io", code: "EIO" })
      yield* durable.syncFile("/d/f")
      assert.include([...found(disk, ["/d/f"])], "old")
      yield* durable.rename("/d/f", "/d/g")
      disk.failSyncAt(3)
      yield* Effect.flip(durable.syncDirectory("/d"))
      yield* durable.syncDirectory("/d")
      assert.strictEqual(disk.syncs(), 4)
      assert.include([...found(disk, ["/d/f", "/d/g"])], "old -")
      yield* write("/d/g", "newer", true).pipe(Effect.provide(disk.layer))
      yield* durable.unlink("/d/g")
      yield* durable.syncDirectory("/d")
      assert.deepStrictEqual([...found(disk, ["/d/f", "/d/g"])], ["- -"])
    })
  )
  it.effect("leaves no file behind that could not be fsynced", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ directories: ["/d"] })
      disk.failSyncAt(1)
      const create = Effect.flatMap(Durable, (durable) => durable.create("/d/f", utf8("x"), open))
      assert.include(yield* Effect.flip(onDisk(disk)(create)), { reason: "io" })
      assert.isUndefined(contentOf(disk, "/d/f"))
    })
  )
})

describe("make", () => {
  const refused = (
    disk: MemoryDisk.MemoryDisk,
    use: (durable: Durable["Service"]) => Effect.Effect<unknown, unknown>
  ) =>
    onDisk(disk)(Effect.flatMap(Durable, use)).pipe(
      Effect.flip,
      Effect.map((failure) => (failure as { reason?: string }).reason)
    )
  it.effect("fills up, and leaves nothing of the file that did not fit", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ files: { "/d/f": "12345" }, capacityBytes: 8 })
      assert.strictEqual(yield* refused(disk, (d) => d.create("/d/g", utf8("1234"), open)), "full")
      assert.strictEqual(contentOf(disk, "/d/g"), undefined)
      yield* onDisk(disk)(Effect.flatMap(Durable, (d) => d.create("/d/g", utf8("123"), open)))
    })
  )
  it.effect("refuses changes when it is read-only, and reads on", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ files: { "/d/f": "F" } })
      disk.setReadOnly(true)
      assert.strictEqual(yield* refused(disk, (d) => d.create("/d/g", utf8(""), open)), "read-only")
      assert.strictEqual(yield* refused(disk, (d) => d.append("/d/f", utf8("x"), open)), "read-only")
      assert.strictEqual(yield* refused(disk, (d) => d.unlink("/d/f")), "read-only")
      assert.strictEqual(yield* refused(disk, (d) => d.chmod("/d/f", 0o600)), "read-only")
      yield* onDisk(disk)(Effect.flatMap(Durable, (d) => d.read("/d/f", { maxBytes: 1 })))
    })
  )
  it.effect("refuses renames across devices", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ files: { "/d/f": "F" }, mounts: ["/mnt/usb"] })
      assert.strictEqual(yield* refused(disk, (d) => d.rename("/d/f", "/mnt/usb/f")), "cross-device")
    })
  )
  it.effect("refuses what the modes refuse, to all but uid 0", () =>
    Effect.gen(function* () {
      for (const uid of [1000, 0]) {
        const disk = MemoryDisk.make({ files: { "/d/f": "F" }, uid })
        const durable = yield* Effect.provide(Durable, DurableMemory.layerOn(disk))
        yield* durable.chmod("/d/f", 0o000)
        yield* durable.chmod("/d", 0o555)
        const exits = yield* Effect.forEach(
          [
            durable.read("/d/f", { maxBytes: 1 }),
            durable.create("/d/g", utf8(""), open),
            durable.unlink("/d/f")
          ],
          Effect.exit
        )
        assert.deepStrictEqual(exits.map(Exit.isSuccess), [uid === 0, uid === 0, uid === 0])
      }
    })
  )
  it.effect("gives the same inodes and times for the same calls, and the Clock's time when it moves", () =>
    Effect.gen(function* () {
      const identities = yield* Effect.forEach([1, 2], () =>
        Effect.gen(function* () {
          const disk = MemoryDisk.make({ files: { "/d/f": "F" } })
          const durable = yield* Effect.provide(Durable, DurableMemory.layerOn(disk))
          yield* durable.create("/d/g", utf8("G"), open)
          return yield* durable.identify("/d/g")
        })
      )
      assert.deepStrictEqual(identities[0], identities[1])
      const disk = MemoryDisk.make({ files: { "/d/f": "F" } })
      yield* TestClock.adjust("3 seconds")
      const durable = yield* Effect.provide(Durable, DurableMemory.layerOn(disk))
      yield* durable.chmod("/d/f", 0o600)
      const { ctimeNs } = Option.getOrThrow(yield* durable.identify("/d/f"))
      assert.isTrue(ctimeNs >= 3_000_000_000n && ctimeNs < 3_000_001_000n)
    })
  )
  it.effect("counts hard links and keeps what an open file holds", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ files: { "/d/f": "F" } })
      const program = Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const native = yield* NativeDisk
        yield* fs.link("/d/f", "/d/g")
        assert.strictEqual(Option.getOrThrow(yield* native.identify("/d/f")).links, 2)
        const file = yield* fs.open("/d/f")
        yield* fs.remove("/d/f")
        yield* fs.remove("/d/g")
        assert.deepStrictEqual(Option.getOrThrow(yield* file.readAlloc(9)), utf8("F"))
      })
      yield* program.pipe(Effect.scoped, Effect.provide(disk.layer))
    })
  )
  it.effect("follows links in the middle, refuses loops and a link where none may be", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ files: { "/d/e/f": "F" } })
      const program = Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.symlink("d/e", "/l")
        yield* fs.symlink("loop", "/loop")
        assert.strictEqual(yield* fs.readFileString("/l/../e/./f"), "F")
        assert.strictEqual(yield* fs.realPath("/l/f"), "/d/e/f")
        assert.isFalse(yield* fs.exists("/l/g"))
        assert.strictEqual((yield* Effect.flip(fs.stat("/loop"))).reason._tag, "BadResource")
        yield* Effect.flip(fs.open("/l", { noFollow: true }))
        assert.deepStrictEqual(yield* fs.glob("**/f", { root: "/d" }), ["e/f"])
      })
      yield* program.pipe(Effect.scoped, Effect.provide(disk.layer))
    })
  )
})
