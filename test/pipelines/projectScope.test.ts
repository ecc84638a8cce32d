import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { projectScope } from "../../src/domain/project/places.ts"
import * as GsdHomeFile from "../../src/layers/home/GsdHomeFile.ts"
import { currentProject, scopeNamed } from "../../src/pipelines/project/scope.ts"
import { environmentIn, folder, inMemory, type Told } from "../support/home.ts"

/** Runs a program told these things on a fresh disk with `/room/home` and `/room/app/deep`. */
const told = <A, E>(options: Told, program: Effect.Effect<A, E, Effect.Services<typeof currentProject>>) =>
  Effect.gen(function* () {
    for (const path of ["/room/home/nested", "/room/app/deep", "/room/app/.git", "/room/other"])
      yield* folder(path)
    const home = Layer.provideMerge(GsdHomeFile.layerWith(options), environmentIn(inMemory, options))
    return yield* Effect.provide(program, home)
  }).pipe(Effect.provide(inMemory.disk))

describe("scopeNamed", () => {
  it.effect("is the project at or above the working directory", () =>
    Effect.gen(function* () {
      const scope = yield* told({ workingDirectory: "app/deep" }, scopeNamed("project"))
      assert.deepStrictEqual(scope, projectScope("/room/app"))
      assert.deepStrictEqual(yield* told({ workingDirectory: "other" }, scopeNamed("global")), {
        kind: "global"
      })
    })
  )

  it.effect("is a usage error without a project", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(told({ workingDirectory: "other" }, scopeNamed("project")))
      assert.strictEqual(error._tag, "NoProject")
      assert.strictEqual(Reflect.get(error, Runtime.errorExitCode), 2)
    })
  )

  it.effect("refuses a project that is the home or holds it, wherever H is", () =>
    Effect.gen(function* () {
      for (const project of ["/room/home", "/room"]) {
        const error = yield* Effect.flip(
          told({ workingDirectory: "other", root: "/room/other", project }, currentProject)
        )
        assert.strictEqual(error._tag, "HomeInsideProject")
        assert.strictEqual(Reflect.get(error, Runtime.errorExitCode), 4)
      }
    })
  )
})
