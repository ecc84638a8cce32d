import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { Lock } from "../../src/services/Lock.ts"
import { Room } from "../support/disk.ts"

const atOnce = { wait: Duration.zero }

const patient = { wait: Duration.seconds(30) }

const world = Effect.gen(function* () {
  const room = yield* Room
  const holder = { path: `${room}/lock.json`, command: "install example" }
  return { lock: yield* Lock, path: `${room}/lock`, holder }
})

/** Succeeds when the lock is free now, and leaves it free. */
const isFree = Effect.gen(function* () {
  const { lock, path } = yield* world
  return Exit.isSuccess(yield* Effect.exit(Effect.scoped(lock.acquire(path, atOnce))))
})

const holding = (prove: (name: string, test: Effect.Effect<void, unknown, Lock | Room>) => void) => {
  prove(
    "excludes another fiber of the same process until the scope closes",
    Effect.gen(function* () {
      const { lock, path } = yield* world
      const scope = yield* Scope.make()
      yield* lock.acquire(path, atOnce).pipe(Scope.provide(scope))
      const busy = yield* Effect.flip(Effect.scoped(lock.acquire(path, atOnce)))
      assert.include(busy, { _tag: "LockBusy", path, waitedMillis: 0 })
      assert.isFalse(yield* isFree)
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(yield* isFree)
    })
  )
  prove(
    "is free after failure, death and interruption",
    Effect.gen(function* () {
      const { lock, path } = yield* world
      for (const end of [Effect.fail("failed"), Effect.die("died"), Effect.interrupt, Effect.void]) {
        yield* Effect.exit(Effect.scoped(Effect.andThen(lock.acquire(path, atOnce), end)))
        assert.isTrue(yield* isFree)
      }
    })
  )
  prove(
    "excludes nobody from another lock",
    Effect.gen(function* () {
      const { lock, path } = yield* world
      yield* Effect.scoped(Effect.andThen(lock.acquire(path, atOnce), lock.acquire(`${path}-2.live`, atOnce)))
    })
  )
  prove(
    "names the holder to whom it refuses, when both name where",
    Effect.gen(function* () {
      const { holder, lock, path } = yield* world
      yield* TestClock.adjust("5 seconds")
      const scope = yield* Scope.make()
      yield* lock.acquire(path, { ...atOnce, holder }).pipe(Scope.provide(scope))
      const refused = lock.acquire(path, { ...atOnce, holder }).pipe(Effect.scoped, Effect.flip)
      const busy = yield* refused
      assert.strictEqual(busy._tag, "LockBusy")
      if (busy._tag === "LockBusy") {
        assert.deepEqual(busy.holder, { pid: process.pid, command: "install example", since: 5000 })
      }
      yield* Scope.close(scope, Exit.void)
    })
  )
}

const waiting = (prove: (name: string, test: Effect.Effect<void, unknown, Lock | Room>) => void) => {
  prove(
    "waits until the holder lets go",
    Effect.gen(function* () {
      const { lock, path } = yield* world
      const scope = yield* Scope.make()
      yield* lock.acquire(path, atOnce).pipe(Scope.provide(scope))
      const waiter = yield* Effect.forkChild(Effect.scoped(lock.acquire(path, patient)), {
        startImmediately: true
      })
      yield* TestClock.adjust("20 seconds")
      assert.isUndefined(waiter.pollUnsafe())
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust("50 millis")
      yield* Fiber.join(waiter)
      assert.isTrue(yield* isFree)
    })
  )
  prove(
    "waits no longer than it was told, and says how long",
    Effect.gen(function* () {
      const { lock, path } = yield* world
      yield* lock.acquire(path, atOnce)
      const waiter = yield* Effect.forkChild(Effect.flip(Effect.scoped(lock.acquire(path, patient))), {
        startImmediately: true
      })
      yield* TestClock.adjust("29999 millis")
      assert.isUndefined(waiter.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.include(yield* Fiber.join(waiter), { _tag: "LockBusy", waitedMillis: 30_000 })
    }).pipe(Effect.scoped)
  )
  prove(
    "can be interrupted while it waits, and holds nothing then",
    Effect.gen(function* () {
      const { lock, path } = yield* world
      const scope = yield* Scope.make()
      yield* lock.acquire(path, atOnce).pipe(Scope.provide(scope))
      const waiter = yield* Effect.forkChild(Effect.scoped(lock.acquire(path, patient)), {
        startImmediately: true
      })
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(waiter)
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(yield* isFree)
    })
  )
  prove(
    "lets many through one after the other",
    Effect.gen(function* () {
      const { lock, path } = yield* world
      let inside = 0
      let most = 0
      const work = Effect.gen(function* () {
        yield* lock.acquire(path, patient)
        inside += 1
        most = Math.max(most, inside)
        yield* Effect.sleep("20 millis")
        inside -= 1
      }).pipe(Effect.scoped)
      const all = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 20 }), () => work, { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.join(all)
      assert.strictEqual(most, 1)
    })
  )
}

/** What every Lock promises within one process; each behaviour gets a layer of its own. */
export const suite = (name: string, layer: Layer.Layer<Lock | Room>): void => {
  describe(`Lock: ${name}`, () => {
    const prove = (behaviour: string, test: Effect.Effect<void, unknown, Lock | Room>) => {
      it.effect(behaviour, () => test.pipe(Effect.provide(layer)))
    }
    holding(prove)
    waiting(prove)
  })
}
