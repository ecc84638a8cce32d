import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { DiskFailure } from "../../../src/domain/disk/errors.ts"
import * as DurableFile from "../../../src/layers/disk/DurableFile.ts"
import * as DurableMemory from "../../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../../src/layers/disk/MemoryDisk.ts"
import { everyCall } from "../../../src/layers/fault/everyCall.ts"
import { everyCrash } from "../../../src/layers/fault/everyCrash.ts"
import { type Fault, type FaultCall, type Faults, makeFaults } from "../../../src/layers/fault/Faults.ts"
import { faulty } from "../../../src/layers/fault/faulty.ts"
import { formatPoints, methodsWithoutPoint } from "../../../src/layers/fault/points.ts"
import { PointFailed } from "../../../src/layers/fault/PointFailed.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { text, utf8 } from "../../support/disk.ts"

const full = ({ name }: FaultCall) => new DiskFailure({ operation: name, path: "/", reason: "full" })

const failing: Fault = { kind: "fail", error: full }

const contentOf = (disk: MemoryDisk.MemoryDisk, path: string): string | undefined => {
  const entry = disk.snapshot().get(path)
  return entry?.kind === "file" ? text(entry.bytes) : undefined
}

const options = { mode: 0o600, temporary: "/d/.f" }

const replacing = Effect.flatMap(Durable, (durable) => durable.replace("/d/f", utf8("new"), options))

const start = MemoryDisk.make({ files: { "/d/f": "old" } })

const faultyDurable = (disk: MemoryDisk.MemoryDisk, faults: Faults) =>
  faulty(Durable, faults).pipe(Layer.provide(DurableMemory.layerOn(disk)))

/** A program of several calls that cleans up after itself. */
const copying = Effect.gen(function* () {
  const durable = yield* Durable
  const bytes = yield* durable.read("/d/f", { maxBytes: 9 })
  yield* durable.create("/d/copy", bytes, { mode: 0o600 })
  yield* durable.syncDirectory("/d").pipe(Effect.onError(() => Effect.ignore(durable.unlink("/d/copy"))))
})

describe("everyCall", () => {
  it.effect("strikes every call with every fault, and leaves before or after", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const points = yield* everyCall({
        faults: [failing, { kind: "die" }, { kind: "interrupt" }, { kind: "crash" }],
        prove: Effect.fnUntraced(function* (faults) {
          const disk = start.copy()
          const exit = yield* faults.run(copying.pipe(Effect.provide(faultyDurable(disk, faults))))
          seen.push(Exit.isSuccess(exit) ? "success" : (exit.cause.reasons[0]?._tag ?? "none"))
          const isDark = Exit.isFailure(exit) && Cause.pretty(exit.cause).includes("PowerLost")
          assert.isTrue(isDark || Exit.isSuccess(exit) === (contentOf(disk, "/d/copy") === "old"))
        })
      })
      const thrice = (outcome: string) => [outcome, outcome, outcome, "success"]
      assert.deepStrictEqual(seen, [
        ...thrice("Fail"),
        ...thrice("Die"),
        ...thrice("Interrupt"),
        ...thrice("Die")
      ])
      assert.deepStrictEqual(methodsWithoutPoint(points, "fail"), [])
      assert.strictEqual(
        formatPoints(points),
        [
          "method                 calls  crash  die  fail  interrupt",
          "Durable.create             1      1    1     1          1",
          "Durable.read               1      1    1     1          1",
          "Durable.syncDirectory      1      1    1     1          1"
        ].join("\n")
      )
    })
  )
  it.effect("reaches the calls of the FileSystem below, files that it lent included", () =>
    Effect.gen(function* () {
      const points = yield* everyCall({
        faults: [{ kind: "die" }, { kind: "interrupt" }],
        prove: Effect.fnUntraced(function* (faults) {
          const disk = start.copy()
          const below = faulty(FileSystem.FileSystem, faults).pipe(Layer.provideMerge(disk.layer))
          const durable = DurableFile.layer.pipe(Layer.provide(below))
          yield* faults.run(replacing.pipe(Effect.provide(durable)))
          assert.include(["old", "new"], contentOf(disk, "/d/f"))
          assert.isUndefined(contentOf(disk, "/d/.f"))
        })
      })
      assert.deepStrictEqual(methodsWithoutPoint(points, "die"), [])
      assert.containsAllKeys(Object.fromEntries(points.used), [
        "File.sync",
        "File.writeAll",
        "FileSystem.rename"
      ])
    })
  )
  it.effect("names the point at which the proof failed, and strikes only what it is told to", () =>
    Effect.gen(function* () {
      const run = everyCall({
        faults: [failing],
        method: "Durable.syncDirectory",
        prove: Effect.fnUntraced(function* (faults) {
          const disk = start.copy()
          yield* faults.run(copying.pipe(Effect.provide(faultyDurable(disk, faults))))
          assert.strictEqual(contentOf(disk, "/d/copy"), "old")
        })
      })
      const exit = yield* Effect.exit(run)
      assert.isTrue(Exit.isFailure(exit))
      const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
      assert.instanceOf(defect, PointFailed)
      assert.include(String(defect), "fail at call 1 (Durable.syncDirectory)")
    })
  )
  it.effect("leaves calls alone that have no error, and tells so", () =>
    Effect.gen(function* () {
      const points = yield* everyCall({
        faults: [{ kind: "fail", error: (call) => (call.name === "Durable.read" ? undefined : full(call)) }],
        prove: (faults) => faults.run(copying.pipe(Effect.provide(faultyDurable(start.copy(), faults))))
      })
      assert.deepStrictEqual(methodsWithoutPoint(points, "fail"), ["Durable.read"])
    })
  )
})

describe("faulty", () => {
  class Bank extends Context.Service<
    Bank,
    {
      readonly balance: Effect.Effect<number>
      readonly open: Effect.Effect<{ readonly pay: (sum: number) => Effect.Effect<number> }>
      readonly history: Stream.Stream<number>
      readonly name: string
      readonly fee: (sum: number) => number
    }
  >()("gsd/test/Bank") {}

  const real = Layer.succeed(Bank, {
    balance: Effect.succeed(1),
    open: Effect.succeed({ pay: (sum: number) => Effect.succeed(sum) }),
    history: Stream.make(1, 2),
    name: "bank",
    fee: (sum) => sum / 100
  })

  it.effect("wraps effects, streams and what a method lends, and nothing else", () =>
    Effect.gen(function* () {
      const faults = makeFaults()
      const bank = yield* Effect.provide(
        Bank,
        faulty(Bank, faults, { lends: { open: "Account" } }).pipe(Layer.provide(real))
      )
      assert.deepStrictEqual([bank.name, bank.fee(100)], ["bank", 1])
      assert.strictEqual(yield* (yield* bank.open).pay(3), 3)
      assert.deepStrictEqual(yield* Stream.runCollect(bank.history), [1, 2])
      yield* Effect.andThen(bank.balance, bank.balance)
      assert.deepStrictEqual(
        [...faults.counts()],
        [
          ["Bank.open", 1],
          ["Account.pay", 1],
          ["Bank.history", 1],
          ["Bank.balance", 2]
        ]
      )
    })
  )
  it.effect("delays by the Clock", () =>
    Effect.gen(function* () {
      const faults = makeFaults({
        at: 2,
        method: "Bank.balance",
        fault: { kind: "delay", duration: "1 minute" }
      })
      const bank = yield* Effect.provide(Bank, faulty(Bank, faults).pipe(Layer.provide(real)))
      yield* bank.balance
      const fiber = yield* Effect.forkChild(bank.balance, { startImmediately: true })
      yield* TestClock.adjust("59 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(fiber), 1)
    })
  )
  it.effect("lets an interruption wait until an uninterruptible region ends", () =>
    Effect.gen(function* () {
      const faults = makeFaults({ at: 1, fault: { kind: "interrupt" } })
      const layer = faulty(Bank, faults).pipe(Layer.provide(real))
      let done = 0
      const program = Effect.gen(function* () {
        const bank = yield* Bank
        yield* Effect.uninterruptible(
          Effect.andThen(
            bank.balance,
            Effect.sync(() => (done += 1))
          )
        )
        yield* Effect.sync(() => (done += 10))
      })
      const exit = yield* faults.run(program.pipe(Effect.provide(layer)))
      assert.isTrue(Exit.hasInterrupts(exit))
      assert.strictEqual(done, 1)
    })
  )
})

describe("everyCrash", () => {
  const proving = (isKept: boolean, program = replacing) =>
    everyCrash(
      (disk) => program.pipe(Effect.provide(DurableMemory.layerOn(disk))),
      ({ disk, exit }) =>
        Effect.sync(() => {
          const allowed = isKept && Exit.isSuccess(exit) ? ["new"] : ["old", "new"]
          assert.include(allowed, contentOf(disk, "/d/f"))
        }),
      { start }
    )
  it.effect("finds old or new after every crash of a replacement, and new once it had returned", () =>
    Effect.gen(function* () {
      const points = yield* proving(true)
      assert.deepStrictEqual(
        methodsWithoutPoint(
          {
            ...points,
            used: new Map([
              ["File.sync", 2],
              ["FileSystem.rename", 1]
            ])
          },
          "crash"
        ),
        []
      )
    })
  )
  it.effect("finds a rename before the fsync of the file", () =>
    Effect.gen(function* () {
      const planted = Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.writeFile("/d/.f", utf8("new"), { flag: "wx" })
        yield* fs.rename("/d/.f", "/d/f")
      })
      const exit = yield* Effect.exit(
        everyCrash(
          (disk) => planted.pipe(Effect.provide(disk.layer)),
          ({ disk }) => Effect.sync(() => assert.include(["old", "new"], contentOf(disk, "/d/f"))),
          { start }
        )
      )
      assert.include(String(Exit.isFailure(exit) && Cause.squash(exit.cause)), "bytes torn")
    })
  )
  it.effect("finds a marker that reached the disk before what it marks", () =>
    Effect.gen(function* () {
      const saving = (isSynced: boolean) =>
        Effect.gen(function* () {
          const durable = yield* Durable
          yield* durable.extendUnsynced("/d/data", utf8("new"))
          if (isSynced) yield* durable.syncFile("/d/data")
          yield* durable.extendUnsynced("/d/done", utf8("yes"))
        })
      const marked = MemoryDisk.make({ files: { "/d/data": "", "/d/done": "" } })
      const proving = (isSynced: boolean) =>
        everyCrash(
          (disk) => Effect.provide(saving(isSynced), DurableMemory.layerOn(disk)),
          ({ disk }) =>
            Effect.sync(() => {
              if (contentOf(disk, "/d/done") === "yes") assert.strictEqual(contentOf(disk, "/d/data"), "new")
            }),
          { start: marked }
        )
      const exit = yield* Effect.exit(proving(false))
      const told = String(Exit.isFailure(exit) && Cause.squash(exit.cause))
      assert.include(told, "names kept, bytes of /d/done alone kept")
      yield* proving(true)
    })
  )
  it.effect("finds a success that was not durable", () =>
    Effect.gen(function* () {
      const planted = Effect.gen(function* () {
        const durable = yield* Durable
        yield* durable.create("/d/.f", utf8("new"), { mode: 0o600 })
        yield* durable.rename("/d/.f", "/d/f")
      })
      assert.isTrue(Exit.isFailure(yield* Effect.exit(proving(true, planted))))
      yield* proving(false, planted)
    })
  )
})
