import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as ChildProcess from "node:child_process"
import * as NodeFs from "node:fs"
import * as V8 from "node:v8"
import * as Vm from "node:vm"
import * as LockSqlite from "../../../src/layers/lock/LockSqlite.ts"
import { isLockFile } from "../../../src/domain/paths.ts"
import { Lock } from "../../../src/services/Lock.ts"
import { Room, roomOnNode } from "../../support/disk.ts"

const atOnce = { wait: Duration.zero }

interface Locker {
  readonly process: ChildProcess.ChildProcess
  /** First line that it prints. */
  readonly outcome: Effect.Effect<string>
  /** Ends by itself once its input has ended. */
  readonly end: Effect.Effect<void>
  readonly signal: (name: NodeJS.Signals) => void
}

const firstLine = (child: ChildProcess.ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    let seen = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      seen += chunk.toString()
      if (seen.includes("\n")) resolve(seen.slice(0, seen.indexOf("\n")))
    })
    child.on("close", () => resolve(`ended: ${seen}`))
  })

const spawn = (given: ReadonlyArray<string>, uid?: number): Locker => {
  const script = `${import.meta.dirname}/locker.ts`
  const child = ChildProcess.spawn(process.execPath, [script, ...given], {
    stdio: ["pipe", "pipe", "inherit"],
    ...(uid === undefined ? {} : { uid, gid: uid })
  })
  const line = firstLine(child)
  const closed = new Promise<void>((resolve) => child.on("close", () => resolve()))
  return {
    process: child,
    outcome: Effect.promise(() => line),
    end: Effect.promise(() => (child.stdin?.end(), closed)),
    signal: (name) => child.kill(name)
  }
}

/** A process that asks for a lock, and is killed at the latest when the test ends. */
const locker = (given: ReadonlyArray<string>, uid?: number) =>
  Effect.acquireRelease(
    Effect.sync(() => spawn(given, uid)),
    (started) => Effect.sync(() => started.signal("SIGKILL"))
  )

const onNode = Layer.merge(LockSqlite.layerWith(), roomOnNode)

const isFree = (path: string) =>
  Effect.flatMap(Lock, (lock) => Effect.exit(Effect.scoped(lock.acquire(path, atOnce)))).pipe(
    Effect.map(Exit.isSuccess)
  )

/** Longest that a person would wait for these processes; nothing is asserted about time. */
const patience = { timeout: 60_000 }

describe("LockSqlite across processes", () => {
  const prove = (name: string, test: Effect.Effect<void, unknown, Lock | Room | Scope.Scope>) =>
    it.live(name, () => test.pipe(Effect.provide(onNode)), patience)

  prove(
    "excludes, also while the holder is stopped, and is free at once when it ends or is killed",
    Effect.gen(function* () {
      const path = `${yield* Room}/lock`
      const first = yield* locker([path])
      assert.strictEqual(yield* first.outcome, "held")
      assert.isFalse(yield* isFree(path))
      first.signal("SIGSTOP")
      assert.isFalse(yield* isFree(path))
      first.signal("SIGCONT")
      yield* first.end
      assert.isTrue(yield* isFree(path))
      const second = yield* locker([path])
      assert.strictEqual(yield* second.outcome, "held")
      second.signal("SIGKILL")
      yield* second.end
      assert.isTrue(yield* isFree(path))
    })
  )
  prove(
    "is refused to another process while this one holds it",
    Effect.gen(function* () {
      const path = `${yield* Room}/lock`
      const lock = yield* Lock
      const scope = yield* Scope.make()
      yield* lock.acquire(path, atOnce).pipe(Scope.provide(scope))
      const refused = yield* locker([path, "100"])
      assert.strictEqual(yield* refused.outcome, "LockBusy")
      const waiting = yield* locker([path, "30000", "0"])
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual(yield* waiting.outcome, "held")
    })
  )
  prove(
    "lets 16 processes through one after the other",
    Effect.gen(function* () {
      const room = yield* Room
      const all = Array.from({ length: 16 }, () => locker([`${room}/lock`, "60000", "20", `${room}/log`]))
      const started = yield* Effect.all(all)
      for (const one of started) assert.strictEqual(yield* one.outcome, "held")
      for (const one of started) yield* one.end
      const lines = NodeFs.readFileSync(`${room}/log`, "utf8").trim().split("\n")
      assert.strictEqual(lines.length, 32)
      for (let at = 0; at < lines.length; at += 2) {
        const pid = lines[at]?.split(" ")[1]
        assert.deepStrictEqual(lines.slice(at, at + 2), [`in ${pid}`, `out ${pid}`])
      }
    })
  )
  prove(
    "moves garbage away once, however many meet it",
    Effect.gen(function* () {
      const room = yield* Room
      const path = `${room}/lock`
      NodeFs.writeFileSync(path, "this was no lock file\n".repeat(50))
      const all = Array.from({ length: 6 }, () => locker([path, "60000", "20", `${room}/log`]))
      const started = yield* Effect.all(all)
      for (const one of started) assert.strictEqual(yield* one.outcome, "held")
      for (const one of started) yield* one.end
      const lines = NodeFs.readFileSync(`${room}/log`, "utf8").trim().split("\n")
      assert.strictEqual(lines.length, 12)
      lines.forEach((line, at) => assert.isTrue(line.startsWith(at % 2 === 0 ? "in" : "out")))
      const names = NodeFs.readdirSync(room).toSorted()
      assert.strictEqual(names.filter((name) => name.endsWith(".unusable")).length, 1)
      assert.deepStrictEqual(
        names.filter((name) => !name.endsWith(".unusable")),
        ["lock", "log"]
      )
    })
  )
  // Root may write everywhere: there the test runs the process as another user.
  const nobody = process.getuid?.() === 0 ? 65_534 : undefined
  prove(
    "refuses what it cannot write: a folder, a file",
    Effect.gen(function* () {
      const room = yield* Room
      NodeFs.mkdirSync(`${room}/folder`)
      NodeFs.writeFileSync(`${room}/file.live`, "")
      NodeFs.chmodSync(room, 0o755)
      NodeFs.chmodSync(`${room}/folder`, 0o555)
      NodeFs.chmodSync(`${room}/file.live`, 0o444)
      const inFolder = yield* locker([`${room}/folder/lock`], nobody)
      assert.strictEqual(yield* inFolder.outcome, "LockNotWritable")
      const onFile = yield* locker([`${room}/file.live`], nobody)
      assert.strictEqual(yield* onFile.outcome, "LockNotWritable")
      const nowhere = yield* locker([`${room}/no/lock`])
      assert.strictEqual(yield* nowhere.outcome, "LockNotWritable")
    })
  )
})

describe("LockSqlite", () => {
  it.live("keeps garbage in the attention folder, and locks then", () =>
    Effect.gen(function* () {
      const room = yield* Room
      const garbage = "x".repeat(5000)
      NodeFs.writeFileSync(`${room}/lock`, garbage)
      const lock = yield* Effect.provide(Lock, LockSqlite.layerWith({ attention: `${room}/attention` }))
      const holder = { path: `${room}/lock.json`, command: "remove x" }
      yield* Effect.gen(function* () {
        yield* lock.acquire(`${room}/lock`, { ...atOnce, holder })
        assert.include(NodeFs.readFileSync(holder.path, "utf8"), '"command":"remove x"')
      }).pipe(Effect.scoped)
      const [kept] = NodeFs.readdirSync(`${room}/attention`)
      assert.strictEqual(NodeFs.readFileSync(`${room}/attention/${kept}`, "utf8"), garbage)
      assert.sameMembers(NodeFs.readdirSync(room), ["attention", "lock"])
    }).pipe(Effect.provide(roomOnNode))
  )
  it.live("does not count a lock on a file that is not at the path any more", () =>
    Effect.gen(function* () {
      const path = `${yield* Room}/x.live`
      const lock = yield* Lock
      yield* Effect.gen(function* () {
        yield* lock.acquire(path, atOnce)
        NodeFs.unlinkSync(path)
        // Who comes now makes a new file: the one that is gone excludes nobody, and is nobody's to sweep.
        assert.isTrue(yield* isFree(path))
      }).pipe(Effect.scoped)
      assert.isTrue(yield* isFree(path))
    }).pipe(Effect.provide(onNode))
  )
  it.live(
    "survives collection of everything that nobody refers to",
    () =>
      Effect.gen(function* () {
        const path = `${yield* Room}/lock`
        const lock = yield* Lock
        // A scope that nobody will close, and nothing refers to.
        yield* Effect.flatMap(Scope.make(), (scope) => lock.acquire(path, atOnce).pipe(Scope.provide(scope)))
        V8.setFlagsFromString("--expose-gc")
        const collect: unknown = Vm.runInNewContext("gc")
        assert.isFunction(collect)
        for (let round = 0; round < 5; round += 1) {
          if (typeof collect === "function") collect()
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        }
        const other = yield* locker([path])
        assert.strictEqual(yield* other.outcome, "LockBusy")
      }).pipe(Effect.scoped, Effect.provide(onNode)),
    patience
  )
  it.live.skipIf(process.platform === "win32")(
    "is dropped by a read of its file in the holder's process, which is why walkers ask isLockFile",
    () =>
      Effect.gen(function* () {
        const path = `${yield* Room}/lock`
        const lock = yield* Lock
        yield* lock.acquire(path, atOnce)
        NodeFs.readFileSync(path)
        const other = yield* locker([path])
        assert.strictEqual(yield* other.outcome, "held")
      }).pipe(Effect.scoped, Effect.provide(onNode)),
    patience
  )
})

describe("isLockFile", () => {
  it("tells every file that may be a held lock, by its name alone", () => {
    for (const path of ["/h/lock", "lock", "/h/staging/ab12.live", "/h/lock.heal.live"]) {
      assert.isTrue(isLockFile(path), path)
    }
    for (const path of [
      "/h/lock.json",
      "/h/lock/x",
      "/h/ledger.json",
      "/h/live",
      "/h/x.live/y",
      "/h/locked"
    ]) {
      assert.isFalse(isLockFile(path), path)
    }
  })
})
