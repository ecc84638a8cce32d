import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { globalScope } from "../../../src/domain/paths.ts"
import * as MemoryDisk from "../../../src/layers/disk/MemoryDisk.ts"
import { everyFault } from "../../../src/layers/fault/everyFault.ts"
import { methodsWithoutPoint } from "../../../src/layers/fault/points.ts"
import { PointFailed } from "../../../src/layers/fault/PointFailed.ts"
import { gsdMemory } from "../../../src/layers/memory.ts"
import { install } from "../../../src/pipelines/install.ts"
import { list } from "../../../src/pipelines/list.ts"
import { below, capability } from "../../support/capabilities.ts"
import { requestOf } from "../../support/engine.ts"

interface Account {
  readonly take: (sum: number) => Effect.Effect<void, string>
  readonly put: (sum: number) => Effect.Effect<void, string>
  readonly sum: Effect.Effect<number>
}

class Ada extends Context.Service<Ada, Account>()("app/Ada") {}
class Bob extends Context.Service<Bob, Account>()("app/Bob") {}

const account = (): Account => {
  let sum = 10
  const add = (by: number) => Effect.sync(() => void (sum += by))
  return { take: (by) => add(-by), put: add, sum: Effect.sync(() => sum) }
}

const world = () =>
  Layer.merge(
    Layer.sync(Ada, () => account()),
    Layer.sync(Bob, () => account())
  )

/** Whether all money is still there. */
const invariant = () =>
  Effect.gen(function* () {
    const [ada, bob] = [yield* Ada, yield* Bob]
    assert.strictEqual((yield* ada.sum) + (yield* bob.sum), 20)
  })

const paying = Effect.gen(function* () {
  yield* (yield* Ada).take(3)
  yield* (yield* Bob).put(3)
})

const payingBack = Effect.gen(function* () {
  const ada = yield* Ada
  yield* Effect.acquireUseRelease(
    ada.take(3),
    () => Effect.flatMap(Bob, (bob) => bob.put(3)),
    (_taken, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(ada.put(3)))
  )
})

const options = { world, invariant, error: () => "refused" }

const failureOf = (exit: Exit.Exit<unknown, unknown>): PointFailed => {
  const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  assert.instanceOf(defect, PointFailed)
  return defect
}

describe("everyFault", () => {
  it.effect("fails, kills and interrupts every call of every service, each once", () =>
    Effect.gen(function* () {
      const points = yield* everyFault(payingBack, options)
      const once = new Map([
        ["fail", 1],
        ["die", 1],
        ["interrupt", 1]
      ])
      assert.deepStrictEqual(
        points.struck,
        new Map([
          ["Ada.take", once],
          ["Bob.put", once]
        ])
      )
    })
  )
  it.effect("names the call after which the invariant fails, and strikes it alone by the seed", () =>
    Effect.gen(function* () {
      const failed = failureOf(yield* Effect.exit(everyFault(paying, options)))
      assert.match(failed.message, /^fail at call 2 \(Bob.put\); run it again with seed "fail@2"\n.*17.*20/su)
      let runs = 0
      const counted = Effect.andThen(
        Effect.sync(() => (runs += 1)),
        paying
      )
      const again = failureOf(yield* Effect.exit(everyFault(counted, { ...options, seed: failed.seed })))
      assert.strictEqual(again.message.split("\n")[0], failed.message.split("\n")[0])
      assert.strictEqual(runs, 1)
      yield* everyFault(paying, { ...options, seed: "fail@1" })
    })
  )
  it.effect("refuses an error that comes out as a defect", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(everyFault(Effect.orDie(payingBack), options))
      assert.match(failureOf(exit).message, /fail at call 1 \(Ada.take\).*came out as a defect/su)
    })
  )
  it.effect("strikes the services that the caller provides when it has no world of its own", () =>
    Effect.gen(function* () {
      const points = yield* everyFault(
        Effect.flatMap(Ada, (ada) => ada.sum),
        { kinds: ["die"] }
      )
      assert.deepStrictEqual([...points.struck.keys()], ["Ada.sum"])
    }).pipe(Effect.provide(world()))
  )

  it.effect(
    "strikes services of every form, frozen or not, and fails them when nobody says what with",
    () => {
      class Repository extends Context.Service<
        Repository,
        {
          readonly users: {
            readonly all: Effect.Effect<number>
            readonly admins: { readonly count: Account["sum"] }
          }
          readonly name: string
        }
      >()("app/Repository") {}
      class Send extends Context.Service<Send, (to: string) => Effect.Effect<string>>()("app/Send") {}
      class Now extends Context.Service<Now, Effect.Effect<number>>()("app/Now") {}
      class Lines extends Context.Service<Lines, Stream.Stream<string>>()("app/Lines") {}
      class Box extends Context.Service<Box, typeof Map>()("app/Box") {}
      const users = Object.freeze({ all: Effect.succeed(2), admins: { count: Effect.succeed(1) } })
      const forms = Layer.mergeAll(
        Layer.succeed(Repository, Object.freeze({ users, name: "repository" })),
        Layer.succeed(Send, (to) => Effect.succeed(`to ${to}`)),
        Layer.succeed(Now, Effect.succeed(3)),
        Layer.succeed(Lines, Stream.make("a", "b")),
        Layer.succeed(Box, class extends Map {})
      )
      const using = Effect.gen(function* () {
        const { name, users } = yield* Repository
        const send = yield* Send
        const lines = Stream.runCount(yield* Lines)
        const counts = [yield* users.all, yield* users.admins.count, yield* yield* Now, yield* lines]
        return [name, yield* send("ada"), ...counts, new (yield* Box)().size]
      })
      const ends: Array<string> = []
      return Effect.gen(function* () {
        const points = yield* everyFault(using, {
          world: () => forms,
          kinds: ["fail"],
          invariant: ({ exit, struck }) =>
            Effect.sync(() => {
              if (Exit.isSuccess(exit))
                assert.deepStrictEqual(exit.value, ["repository", "to ada", 2, 1, 3, 2, 0])
              else ends.push(`${struck?.service}: ${String(Cause.squash(exit.cause))}`)
            })
        })
        assert.deepStrictEqual(ends, [
          "app/Repository: PlannedFailure: Repository.users.all",
          "app/Repository: PlannedFailure: Repository.users.admins.count",
          "app/Now: PlannedFailure: Now",
          "app/Lines: PlannedFailure: Lines",
          "app/Send: PlannedFailure: Send"
        ])
        assert.deepStrictEqual(methodsWithoutPoint(points, "fail"), [])
      })
    }
  )

  const start = MemoryDisk.make({ directories: ["/home/ada"], files: below("/a/hk-cap", capability()) })
  const installing = install(requestOf("/a/hk-cap", { wait: Duration.zero }))

  it.effect(
    "strikes below the services too: whatever rename of an install fails, the next one finishes it",
    () =>
      Effect.gen(function* () {
        const points = yield* everyFault(installing, {
          kinds: ["fail"],
          method: "Durable.rename",
          world: (calls) => gsdMemory({ disk: start.copy(), calls }),
          invariant: () =>
            Effect.gen(function* () {
              yield* installing
              assert.deepInclude((yield* list(globalScope))[0], { id: "hk-cap", status: "active" })
            })
        })
        assert.isAbove(points.struck.get("Durable.rename")?.get("fail") ?? 0, 2)
      })
  )

  it.effect("fails every call of the engine's own services that can fail", () =>
    Effect.gen(function* () {
      const points = yield* everyFault(installing, {
        kinds: ["fail"],
        world: () => gsdMemory({ disk: start.copy() }),
        invariant: () =>
          Effect.gen(function* () {
            yield* installing
            assert.deepInclude((yield* list(globalScope))[0], { id: "hk-cap", status: "active" })
          })
      })
      assert.includeMembers(
        [...points.struck.keys()],
        ["SourceResolver.fetch", "Staging.seal", "OpenTransaction.commit", "Policies.read"]
      )
      const cannotFail = ["Store.identities", "Subjects.remember", "Summaries.read"]
      assert.deepStrictEqual(methodsWithoutPoint(points, "fail"), cannotFail)
    })
  )
})
