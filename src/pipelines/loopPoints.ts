import * as Effect from "effect/Effect"
import { pointsReport } from "../domain/loop/points.ts"
import { loopContext, type LoopWanted } from "./loop/context.ts"

/** The points of the loop, and how much is in force at each. */
export const loopPoints = Effect.fn("loopPoints")(function* (wanted: LoopWanted) {
  const { policy, registry, valueOf } = yield* loopContext(wanted)
  return pointsReport(registry, policy, valueOf)
})
