import * as Effect from "effect/Effect"
import { notActive } from "../domain/loop/dispatch.ts"
import { HookNotRecordable } from "../domain/loop/errors.ts"
import type { HookOutcome } from "../domain/loop/outcome.ts"
import { emptyLog } from "../domain/loop/record.ts"
import { recordable } from "../domain/loop/recorded.ts"
import { LoopLog } from "../services/LoopLog.ts"
import { makeHere, type PointWanted } from "./loop/dispatch/makeHere.ts"
import { recordOf } from "./loop/dispatch/point.ts"

/** What an agent says became of a hook. */
export interface RecordRequested extends PointWanted {
  readonly hook: string
  readonly outcome: HookOutcome
  readonly message?: string
}

/**
 * Writes down what an agent says became of a hook in force; the next dispatch of that point and phase takes it up. Fails
 * with `HookNotActive` for any other hook, and with `HookNotRecordable` where the outcome is not an agent's to give.
 */
export const loopRecord = Effect.fn("loopRecord")(function* (requested: RecordRequested) {
  const loopLog = yield* LoopLog
  const { here, rendered } = yield* makeHere(requested, emptyLog)
  const { message, outcome } = requested
  const hook = rendered.activeHooks.find((one) => one.hook === requested.hook)
  if (hook === undefined) return yield* notActive(requested.hook, rendered)
  const may = recordable(hook)
  if (!may.includes(outcome)) return yield* new HookNotRecordable({ hook: hook.hook, outcome, may })
  const said = message === undefined ? { outcome } : { outcome, message }
  const record = yield* recordOf({ here }, hook, said)
  yield* (yield* loopLog.open).append(record)
  return record
}, Effect.scoped)
