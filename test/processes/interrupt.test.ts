import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import {
  consentGateFixed,
  engineLayer,
  globalScope,
  install,
  list,
  remove,
  update,
  verify
} from "../../src/index.ts"
import { pause } from "./support/children.ts"
import { useTools } from "./support/setUp.ts"
import { endOf, leftovers } from "./support/state.ts"
import { caller } from "./support/users.ts"
import { again, groundFor, proveRows, type Ground, type Walk } from "./support/walks.ts"
import { proveHooksStand } from "./support/hooks.ts"

useTools()

const scope = globalScope
const wait = Duration.seconds(30)
const id = "hk-cap"

const layerOn = ({ world }: Ground) =>
  Layer.provideMerge(
    consentGateFixed({ yes: true }),
    engineLayer({ root: world.home, project: world.work, command: "gsd test" })
  )

/** The walk by the functions that the package exports. */
const commandOf = ({ settings: wire, walk, world }: Ground) =>
  Effect.gen(function* () {
    if (walk === "remove") yield* remove({ id, scope, wait })
    else {
      const spec = `${world.work}/${walk === "install" ? "v1" : "v2"}/hk-cap`
      const flags = { spec, scope, wait, wire, allowDowngrade: false }
      if (walk === "install") yield* install({ op: "install", replace: false, ...flags })
      else yield* update({ id, ...flags })
    }
  })

const interrupted = async (ground: Ground, millis: number): Promise<void> => {
  const where = `${ground.walk}, interrupted after ${millis.toFixed(1)} ms`
  again(ground)
  const fiber = Effect.runFork(Effect.provide(commandOf(ground), layerOn(ground)))
  await pause(millis)
  await Effect.runPromise(Fiber.interrupt(fiber))
  const exit = await Effect.runPromise(Fiber.await(fiber))
  const end = endOf(ground.world.home, ground, where)
  assert.deepStrictEqual(leftovers(ground.world.home), [], where)
  proveHooksStand(ground.settings, where)
  if (Exit.isSuccess(exit)) assert.strictEqual(end, "after", where)
  else assert.isTrue(Exit.hasInterrupts(exit), where)
  proveRows(ground, await Effect.runPromise(Effect.provide(list(scope), layerOn(ground))), where)
}

describe("Fiber.interrupt through the public API", () => {
  it.each(["install", "update", "remove"] satisfies ReadonlyArray<Walk>)(
    "at any moment of %s leaves the old or the new state and nothing beside it",
    async (walk) => {
      const ground = await groundFor(caller, walk)
      const started = performance.now()
      await Effect.runPromise(Effect.provide(commandOf(ground), layerOn(ground)))
      const duration = performance.now() - started
      assert.strictEqual(endOf(ground.world.home, ground, walk), "after")
      for (let index = 0; index < 10; index += 1) await interrupted(ground, (index / 9) * duration)
      again(ground)
      await Effect.runPromise(Effect.provide(commandOf(ground), layerOn(ground)))
      const { verdict } = await Effect.runPromise(Effect.provide(verify(scope, []), layerOn(ground)))
      assert.strictEqual(verdict, "ok")
    }
  )
})
