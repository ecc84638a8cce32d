import * as Effect from "effect/Effect"
import { runOnce } from "./simulation/runOnce.ts"
import type { SimulatedRun, Simulation } from "./simulation/Simulation.ts"

export type { SimulatedRun, Simulation } from "./simulation/Simulation.ts"

/** A run whose end nobody minds: modules that are loaded late are loaded by it, and later runs wait for none. */
const warmUp = <W, WE, R, E2, R2>(seed: number, simulation: Simulation<W, WE, R, E2, R2>) =>
  Effect.exit(runOnce(seed, { ...simulation, invariant: () => Effect.void }))

/**
 * Runs several programs at once in one world, in an order that the seed decides: who goes on at every call of a service
 * and between other operations, what `Random` says, and when time passes (only when nobody has anything to do). The same
 * seed gives the same run. Dies with PointFailed, which names the seed, when the invariant fails, a program ends with a
 * defect, or nobody can go on.
 *
 * An addition that is not locked loses one of two:
 *
 * ```ts
 * import * as Context from "effect/Context"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { everySeed, simulate } from "gsd-engine/testing"
 * import * as assert from "node:assert/strict"
 *
 * const Box = Context.Service("app/Box")
 * const world = () => Layer.sync(Box, () => {
 *   let sum = 0
 *   return { get: Effect.sync(() => sum), set: (to) => Effect.sync(() => { sum = to }) }
 * })
 * const add = Effect.gen(function* () {
 *   const box = yield* Box
 *   yield* box.set((yield* box.get) + 1)
 * })
 * const both = { world, programs: { ada: add, bob: add },
 *   invariant: () => Effect.map(Effect.flatMap(Box, (box) => box.get), (sum) => assert.equal(sum, 2)) }
 * const failed = await Effect.runPromise(everySeed({ first: 1, count: 50 }, both)).catch((error) => error)
 * assert.match(failed.message, /run it again with seed "\d+"/u)
 * await assert.rejects(Effect.runPromise(simulate(Number(failed.seed), both)), { message: failed.message })
 * ```
 */
export const simulate = Effect.fnUntraced(function* <W, WE = never, R = never, E2 = never, R2 = never>(
  seed: number,
  simulation: Simulation<W, WE, R, E2, R2>
): Effect.fn.Return<SimulatedRun, WE, Exclude<R | R2, W>> {
  yield* warmUp(seed, simulation)
  return yield* runOnce(seed, simulation)
})

/** Simulates with one seed after another, and dies at the first that fails; the runs, in the order of their seeds. */
export const everySeed = Effect.fnUntraced(function* <W, WE = never, R = never, E2 = never, R2 = never>(
  seeds: { readonly first: number; readonly count: number },
  simulation: Simulation<W, WE, R, E2, R2>
): Effect.fn.Return<ReadonlyArray<SimulatedRun>, WE, Exclude<R | R2, W>> {
  yield* warmUp(seeds.first, simulation)
  const all = Array.from({ length: seeds.count }, (_, at) => seeds.first + at)
  return yield* Effect.forEach(all, (seed) => runOnce(seed, simulation))
})
