import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { LockUnsupported } from "../../../src/domain/lock/errors.ts"
import * as StoreFile from "../../../src/layers/store/StoreFile.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { GsdHome } from "../../../src/services/GsdHome.ts"
import { Lock } from "../../../src/services/Lock.ts"
import { Store } from "../../../src/services/Store.ts"
import { inMemory, worldOf } from "../../support/home.ts"

const lockless = Layer.succeed(
  Lock,
  Lock.of({
    acquire: (path) => Effect.fail(new LockUnsupported({ path, reason: "this file system has none" }))
  })
)

describe("a store where no lock can be had", () => {
  it.effect("stages nothing, and leaves no lock file that nobody could ever sweep", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const durable = yield* Durable
      const { paths } = yield* GsdHome
      for (let attempt = 0; attempt < 2; attempt += 1)
        assert.include(yield* Effect.flip(Effect.scoped(store.stage)), { _tag: "LockUnsupported" })
      assert.deepStrictEqual(yield* durable.entries(paths.stagings), [])
    }).pipe(
      Effect.provide(StoreFile.layer.pipe(Layer.provideMerge(worldOf({ ...inMemory, lock: lockless }))))
    )
  )
})
