import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DiskFailure } from "../../../src/domain/disk/errors.ts"
import * as StoreFile from "../../../src/layers/store/StoreFile.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { Store } from "../../../src/services/Store.ts"
import { homeOn, inMemory } from "../../support/home.ts"

/** Each of the first `times` lock files of a staging is swept between its making and its mode, as a sweeper can. */
const sweptOn = (times: number, removesFolder = false) =>
  Layer.effect(
    Durable,
    Effect.map(Durable, (durable) => {
      let left = times
      return Durable.of({
        ...durable,
        create: (path, bytes, creation) =>
          Effect.gen(function* () {
            yield* durable.create(path, bytes, creation)
            if (!path.endsWith(".live") || left === 0) return
            left -= 1
            yield* durable.unlink(path)
            if (removesFolder) yield* durable.removeTree(path.slice(0, path.lastIndexOf("/")))
            return yield* new DiskFailure({ operation: "create", path, reason: "missing", code: "ENOENT" })
          })
      })
    })
  ).pipe(Layer.provideMerge(inMemory.disk))

const storeOn = (times: number, removesFolder?: boolean) =>
  StoreFile.layer.pipe(Layer.provideMerge(homeOn(inMemory, sweptOn(times, removesFolder))))

describe("a lock file that is swept while it is made", () => {
  it.effect("is made anew under another name", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const durable = yield* Durable
      const found = yield* Effect.scoped(
        Effect.gen(function* () {
          const staging = yield* store.stage
          const entries = yield* durable.entries(staging.folder.slice(0, staging.folder.lastIndexOf("/")))
          return { tx: staging.tx, names: entries.map((entry) => entry.name) }
        })
      )
      assert.sameMembers(found.names, [found.tx, `${found.tx}.live`])
    }).pipe(Effect.provide(storeOn(3)))
  )

  it.effect("is a failure when its folder is gone as well", () =>
    Effect.gen(function* () {
      const store = yield* Store
      assert.include(yield* Effect.flip(Effect.scoped(store.stage)), {
        _tag: "DiskFailure",
        reason: "missing"
      })
    }).pipe(Effect.provide(storeOn(1, true)))
  )
})
