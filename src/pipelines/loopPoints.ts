import * as Effect from "effect/Effect"
import { pointsReport } from "../domain/loop/points.ts"
import { loopContext } from "./loop/context.ts"
import type { LoopWanted } from "./loop/here.ts"

/** The points of the loop, and how much is in force at each. */
export const loopPoints = Effect.fn("loopPoints")(function* (wanted: LoopWanted) {
  const { policy, registry, valueOf } = yield* loopContext(wanted)
  return pointsReport(registry, policy, valueOf)
})
