import * as Effect from "effect/Effect"
import type { LoopPoint } from "../domain/capability/loopContract.ts"
import { loopContext, type LoopWanted } from "./loop/context.ts"
import { renderPoint } from "./loop/render.ts"

/** Which point is asked for, and what the call says beside it. */
export interface LoopRenderRequested extends LoopWanted {
  readonly point: LoopPoint
}

/** What is in force at a point of the loop, here and now: as values, and as an agent reads it. */
export const loopRender = Effect.fn("loopRender")(function* (wanted: LoopRenderRequested) {
  return yield* renderPoint(yield* loopContext(wanted), wanted.point)
})
