import * as Effect from "effect/Effect"
import {
  asksUnloaded,
  chooseHooks,
  verdictOf,
  type HooksWanted,
  type LoopDispatched
} from "../domain/loop/dispatch.ts"
import { LoopLog } from "../services/LoopLog.ts"
import { makeHere, type PointWanted } from "./loop/dispatch/makeHere.ts"
import { dispatchPoint } from "./loop/dispatch/point.ts"
import { newRunId } from "./review/runId.ts"
import { measured } from "./telemetry/metrics.ts"

/** Which hooks of which point, where, and with which configuration. */
export interface DispatchRequested extends PointWanted, HooksWanted {}

/**
 * Runs a point of the loop: hands over what is an agent's to do, runs commands, asks gates, and writes each outcome down
 * before the next hook begins. What goes wrong with a hook is its outcome. Fails with `HookNotActive` before anything
 * ran, and when the log cannot be written: then nothing is claimed.
 */
export const loopDispatch = Effect.fn("loopDispatch")(
  function* (requested: DispatchRequested) {
    const loopLog = yield* LoopLog
    const { here, rendered } = yield* makeHere(requested, yield* loopLog.recent)
    const hooks = yield* Effect.fromResult(chooseHooks(rendered, requested))
    const run = yield* newRunId
    const log = yield* loopLog.open
    const unloaded = asksUnloaded(requested) ? rendered.unloadedGates : []
    const progress = yield* dispatchPoint({ here, run, log, hooks, unloaded })
    const { blockedBy, endedBy, records } = progress
    return {
      point: requested.point,
      ...(here.phase.name === "" ? {} : { phase: here.phase.name }),
      run,
      outcomes: records,
      verdict: verdictOf(progress),
      blockedBy,
      ...(endedBy === undefined ? {} : { endedBy }),
      warnings: rendered.warnings
    } satisfies LoopDispatched
  },
  Effect.scoped,
  measured("loopDispatch")
)
