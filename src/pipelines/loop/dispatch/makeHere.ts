import * as Effect from "effect/Effect"
import type { LoopPoint } from "../../../domain/capability/loopContract.ts"
import type { RenderedPoint } from "../../../domain/loop/hook.ts"
import type { LoopLogRead } from "../../../domain/loop/record.ts"
import { phaseOf, type PhaseWanted } from "../../query/phase.ts"
import { loopContext } from "../context.ts"
import type { LoopWanted } from "../here.ts"
import { renderPoint } from "../render.ts"
import type { Here } from "./here.ts"

/** A point, the phase, and whose configuration. */
export interface PointWanted extends PhaseWanted, LoopWanted {
  readonly point: LoopPoint
  /** Ids of the phase's requirements; looked up in the project's texts when left out. */
  readonly requirements?: string
}

/** What is in force at a point, and what its hooks run with. */
export interface PointHere {
  readonly here: Here
  readonly rendered: RenderedPoint
}

/** Looks up everything that the hooks of a point run with; runs none of them. */
export const makeHere = Effect.fn("loop.makeHere")(function* (wanted: PointWanted, log: LoopLogRead) {
  const { point, requirements } = wanted
  const phase = yield* phaseOf(wanted)
  const context = yield* loopContext(wanted)
  return {
    rendered: yield* renderPoint(context, point),
    here: {
      point,
      phase,
      wanted,
      ...(requirements === undefined ? {} : { requirements }),
      valueOf: context.valueOf,
      declares: (key) => context.keys.has(key),
      records: log.records
    }
  } satisfies PointHere
})
