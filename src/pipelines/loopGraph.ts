import * as Effect from "effect/Effect"
import type { LoopPoint } from "../domain/capability/loopContract.ts"
import { graphOf } from "../domain/loop/graph.ts"
import { loopContext } from "./loop/context.ts"
import type { LoopWanted } from "./loop/here.ts"

/** Over the whole loop, or at one point. */
export interface LoopGraphRequested extends LoopWanted {
  readonly point?: LoopPoint
}

/** What is in force in the loop, with the artefacts between. */
export const loopGraph = Effect.fn("loopGraph")(function* (wanted: LoopGraphRequested) {
  const { registry, valueOf } = yield* loopContext(wanted)
  return graphOf(registry, valueOf, wanted.point)
})
