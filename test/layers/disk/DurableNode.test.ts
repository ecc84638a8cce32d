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
  it.effect.skipIf(process.platform !== "linux")("names the file system", () =>
    Effect.gen(function* () {
      const durable = yield* Durable
      assert.strictEqual(yield* durable.fileSystemKind("/proc"), "unknown")
      assert.strictEqual(yield* durable.fileSystemKind("/no/such/place"), "unknown")
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
