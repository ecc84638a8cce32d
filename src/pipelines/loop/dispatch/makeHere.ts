import * as Effect from "effect/Effect"
import type { LoopPoint } from "../../../domain/capability/loopContract.ts"
import { flagLayer } from "../../../domain/config/flags.ts"
import type { RenderedPoint } from "../../../domain/loop/hook.ts"
import type { LoopLogRead } from "../../../domain/loop/record.ts"
import { phaseOf, type PhaseWanted } from "../../query/phase.ts"
import { loopContext, type LoopWanted } from "../context.ts"
import { renderPoint } from "../render.ts"
import type { Here } from "./here.ts"

/** A point, the phase, and whose configuration. */
export interface PointWanted extends PhaseWanted {
  readonly point: LoopPoint
  /** Name of a workstream. */
  readonly workstream?: string
  /** `KEY=VALUE` for this call alone. */
  readonly set?: ReadonlyArray<string>
  /** Ids of the phase's requirements; looked up in the roadmap when left out. */
  readonly requirements?: string
}

/** What is in force at a point, and what its hooks run with. */
export interface PointHere {
  readonly here: Here
  readonly rendered: RenderedPoint
}

const contextFor = Effect.fnUntraced(function* ({ set = [], workstream }: PointWanted) {
  const wanted: LoopWanted = workstream === undefined ? {} : { workstream }
  const context = yield* loopContext(wanted)
  if (set.length === 0) return { context, wanted }
  const flags = yield* Effect.fromResult(flagLayer(set, context.keys))
  const flagged = { ...wanted, flags }
  return { context: yield* loopContext(flagged), wanted: flagged }
})

/** Looks up everything that the hooks of a point run with; runs none of them. */
export const makeHere = Effect.fn("loop.makeHere")(function* (asked: PointWanted, log: LoopLogRead) {
  const phase = yield* phaseOf(asked)
  const { context, wanted } = yield* contextFor(asked)
  const rendered = yield* renderPoint(context, asked.point)
  const { phase: number, phaseDir, requirements } = asked
  return {
    rendered,
    here: {
      point: asked.point,
      phase,
      wanted: {
        ...wanted,
        ...(number === undefined ? {} : { phase: number }),
        ...(phaseDir === undefined ? {} : { phaseDir })
      },
      ...(requirements === undefined ? {} : { requirements }),
      valueOf: context.valueOf,
      declares: (key) => context.keys.has(key),
      records: log.records
    }
  } satisfies PointHere
})
