import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as ChildProcess from "node:child_process"
import { Durable } from "../../../src/services/Durable.ts"
import { durableOnNode, Room, utf8 } from "../../support/disk.ts"

describe("DurableNode", () => {
  it.effect.skipIf(process.platform === "win32")("refuses a pipe without waiting for its other end", () =>
    Effect.gen(function* () {
      const durable = yield* Durable
      const path = `${yield* Room}/pipe`
      ChildProcess.execFileSync("mkfifo", [path])
      const failure = yield* Effect.flip(durable.read(path, { maxBytes: 9 }))
      assert.include(failure, { _tag: "DiskFailure", reason: "io", code: "not a regular file" })
      assert.strictEqual(Option.getOrThrow(yield* durable.identify(path)).kind, "other")
    }).pipe(Effect.provide(durableOnNode))
  )
  it.effect.skipIf(process.platform === "win32")(
    "waits for no pipe that is put in a file's place meanwhile",
    () =>
      Effect.gen(function* () {
        const path = `${yield* Room}/pipe`
        ChildProcess.execFileSync("mkfifo", [path])
        const module = new URL("../../../src/layers/disk/FileSystemNode.ts", import.meta.url).href
        // In a process of its own: an open that waits holds all of one. It opens without the look that comes before.
        const script = `
        import * as Effect from "effect/Effect"
        import * as FileSystem from "effect/FileSystem"
        import { layer } from ${JSON.stringify(module)}
        const opened = Effect.flatMap(FileSystem.FileSystem, (fs) =>
          Effect.flatMap(fs.open(${JSON.stringify(path)}, { flag: "r", noFollow: true }), (file) => file.stat))
        console.log((await Effect.runPromise(Effect.scoped(Effect.provide(opened, layer)))).type)
      `
        const run = ChildProcess.spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
          encoding: "utf8",
          timeout: 40_000
        })
        assert.deepStrictEqual([run.status, run.stdout.trim()], [0, "FIFO"], run.stderr)
      }).pipe(Effect.provide(durableOnNode))
  )
  it.effect.skipIf(process.platform !== "linux")("names the file system", () =>
    Effect.gen(function* () {
      const durable = yield* Durable
      assert.strictEqual(yield* durable.fileSystemKind("/proc"), "unknown")
      assert.strictEqual(yield* durable.fileSystemKind("/no/such/place"), "unknown")
    }).pipe(Effect.provide(durableOnNode))
  )
  it.live("lets timers and signals in while many small files are read or written", () =>
    Effect.gen(function* () {
      const durable = yield* Durable
      const room = yield* Room
      let turns = 0
      const counting = setInterval(() => (turns += 1), 1)
      const until = performance.now() + 400
      const write = Effect.fnUntraced(function* (name: number) {
        if (performance.now() < until)
          yield* durable.createUnsynced(`${room}/${name}`, utf8("x"), { mode: 0o600 })
      })
      const read = Effect.suspend(() => durable.read(`${room}/0`, { maxBytes: 9 }))
      const many = Array.from({ length: 20_000 }, (_, at) => at)
      yield* Effect.forEach(many, write, { concurrency: 8, discard: true })
      const whileWriting = turns
      yield* Effect.forEach(many, () => read, { concurrency: 8, discard: true })
      clearInterval(counting)
      assert.isAbove(whileWriting, 1)
      assert.isAbove(turns - whileWriting, 1)
    }).pipe(Effect.provide(durableOnNode))
  )
  it.effect("lets an interruption wait for a write that has begun", () =>
    Effect.gen(function* () {
      const durable = yield* Durable
      const path = `${yield* Room}/f`
      const fiber = yield* Effect.forkChild(
        durable.create(path, utf8("x".repeat(1 << 20)), { mode: 0o600 }),
        {
          startImmediately: true
        }
      )
      fiber.interruptUnsafe()
      yield* Fiber.await(fiber)
      assert.strictEqual(Option.getOrThrow(yield* durable.identify(path)).size, 1 << 20)
    }).pipe(Effect.provide(durableOnNode))
  )
})
