import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import {
  isStillRun,
  noProgress,
  ruleOnUnloaded,
  unloadedHook,
  withRecord,
  type Progress
} from "../../../domain/loop/dispatch.ts"
import { freely, type Ruling } from "../../../domain/loop/gate.ts"
import type { ActiveHook, UnloadedGate } from "../../../domain/loop/hook.ts"
import { messageOf } from "../../../domain/loop/message.ts"
import type { HookRecord } from "../../../domain/loop/outcome.ts"
import { asDetails } from "../../../domain/loop/record.ts"
import type { OpenLoopLog } from "../../../services/LoopLog.ts"
import type { Here } from "./here.ts"
import { runHook } from "./runHook.ts"

/** What a dispatch works on, its hooks in their order. */
export interface Dispatching {
  readonly here: Here
  readonly run: string
  readonly log: OpenLoopLog
  readonly hooks: ReadonlyArray<ActiveHook>
  readonly unloaded: ReadonlyArray<UnloadedGate>
}

type Recorded = Pick<ActiveHook, "hook" | "capId" | "kind"> & { readonly blocking?: boolean }

/** What became of a hook, as it is written down. */
export const recordOf = Effect.fn("loop.recordOf")(function* (
  { here, run }: Pick<Dispatching, "here"> & { readonly run?: string },
  { blocking, capId, hook, kind }: Recorded,
  { details, message, millis, outcome }: Omit<Ruling, "ends" | "holds"> & { readonly millis?: number }
) {
  const kept = asDetails(details)
  return {
    at: DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis)),
    ...(run === undefined ? {} : { run }),
    point: here.point,
    ...(here.phase.name === "" ? {} : { phase: here.phase.name }),
    hook,
    capId,
    kind,
    outcome,
    ...(blocking === undefined ? {} : { blocking }),
    ...(message === undefined ? {} : { message: messageOf(message) }),
    ...(millis === undefined ? {} : { millis }),
    ...(kept === undefined ? {} : { details: kept })
  } satisfies HookRecord
})

const recordedAs = (hook: ActiveHook): Recorded => ({
  hook: hook.hook,
  capId: hook.capId,
  kind: hook.kind,
  ...(hook.kind === "gate" ? { blocking: hook.blocking } : {})
})

interface Settled {
  readonly recorded: Recorded
  readonly ruling: Ruling
  readonly millis?: number
}

/** Writes down what became of a hook, then counts it: what cannot be written is not claimed. */
const settle = Effect.fnUntraced(function* (
  dispatching: Dispatching,
  progress: Progress,
  { millis, recorded, ruling }: Settled
) {
  const record = yield* recordOf(dispatching, recorded, millis === undefined ? ruling : { ...ruling, millis })
  yield* dispatching.log.append(record)
  return withRecord(progress, record, ruling)
})

const unrun = (endedBy: string): Ruling => freely("unrun", `\`${endedBy}\` ended the point before it`)

/** Writes down that a signal ended a hook, and that those after it did not run. */
const recordInterruption = Effect.fnUntraced(function* (dispatching: Dispatching, at: number) {
  const [current, ...rest] = dispatching.hooks.slice(at)
  if (current === undefined) return
  yield* settle(dispatching, noProgress, {
    recorded: recordedAs(current),
    ruling: freely("interrupted", "A signal ended it")
  })
  for (const hook of rest)
    yield* settle(dispatching, noProgress, {
      recorded: recordedAs(hook),
      ruling: freely("unrun", "A signal ended the dispatch before it")
    })
})

const nanosPerMilli = 1_000_000n

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Runs one hook and writes it down; only while it runs can it be interrupted. */
const runNext = Effect.fnUntraced(function* (
  dispatching: Dispatching,
  { at, hook }: { readonly at: number; readonly hook: ActiveHook },
  restore: Restore
) {
  const clock = yield* Clock.Clock
  const began = clock.monotonicTimeNanosUnsafe()
  const ruling = yield* restore(runHook(hook, dispatching.here)).pipe(
    Effect.onInterrupt(() => Effect.ignore(recordInterruption(dispatching, at)))
  )
  return { ruling, millis: Number((clock.monotonicTimeNanosUnsafe() - began) / nanosPerMilli) }
})

const runAll = Effect.fnUntraced(function* (dispatching: Dispatching, restore: Restore) {
  let progress = noProgress
  for (const [at, hook] of dispatching.hooks.entries()) {
    const isRun = isStillRun(hook, progress)
    const ran = isRun ? yield* runNext(dispatching, { at, hook }, restore) : undefined
    const ruled = ran ?? { ruling: unrun(progress.endedBy ?? "") }
    progress = yield* settle(dispatching, progress, { recorded: recordedAs(hook), ...ruled })
  }
  for (const gate of dispatching.unloaded)
    progress = yield* settle(dispatching, progress, {
      recorded: { hook: unloadedHook(gate.capId), capId: gate.capId, kind: "gate", blocking: true },
      ruling: ruleOnUnloaded(gate, dispatching.here.point)
    })
  return progress
})

/**
 * Runs the hooks of a point one after another, each written down before the next begins. Fails when one cannot be
 * written down. Interruption ends what runs, then writes down that it was ended and what did not run.
 */
export const dispatchPoint = Effect.fn("loop.dispatchPoint")((dispatching: Dispatching) =>
  Effect.uninterruptibleMask((restore) => runAll(dispatching, restore))
)
