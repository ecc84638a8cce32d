import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { loopPoints, type LoopPoint } from "../capability/loopContract.ts"
import { HookNotActive } from "./errors.ts"
import type { Ruling } from "./gate.ts"
import type { ActiveHook, HookId, InactiveHook, RenderedPoint, UnloadedGate } from "./hook.ts"
import { HookRecord } from "./outcome.ts"
import { unloadedSentence } from "./unloaded.ts"

/** Which hooks of a point; all of them when nothing is said. */
export interface HooksWanted {
  readonly hooks: ReadonlyArray<HookId>
  readonly steps: boolean
  readonly gates: boolean
}

type Point = Pick<RenderedPoint, "point" | "activeHooks" | "inactive">

/** The error for a hook that is not in force at a point. */
export const notActive = (hook: string, point: Point): HookNotActive => {
  const known: InactiveHook | undefined = point.inactive.find((one) => one.hook === hook)
  return new HookNotActive({
    hook,
    point: point.point,
    ...(known === undefined ? {} : { reason: known.reason }),
    active: point.activeHooks.map((one) => one.hook)
  })
}

/** The hooks in force that are meant, in their order; fails when one that is named is not in force. */
export const chooseHooks = (
  point: Point,
  { gates, hooks, steps }: HooksWanted
): Result.Result<ReadonlyArray<ActiveHook>, HookNotActive> => {
  const missing = hooks.find((hook) => !point.activeHooks.some((one) => one.hook === hook))
  if (missing !== undefined) return Result.fail(notActive(missing, point))
  const isKind = ({ kind }: ActiveHook): boolean =>
    (!steps && !gates) || (steps && kind === "step") || (gates && kind === "gate")
  return Result.succeed(
    point.activeHooks.filter((one) => isKind(one) && (hooks.length === 0 || hooks.includes(one.hook)))
  )
}

/** Gates of capabilities that could not be loaded belong to a dispatch that asks all gates of the point. */
export const asksUnloaded = ({ gates, hooks, steps }: HooksWanted): boolean =>
  hooks.length === 0 && (gates || !steps)

/** What has become of a point so far. */
export interface Progress {
  readonly records: ReadonlyArray<HookRecord>
  readonly blockedBy: ReadonlyArray<Blocker>
  /** The hook that ended the point. */
  readonly endedBy?: HookId
}

/** Nothing has run yet. */
export const noProgress: Progress = { records: [], blockedBy: [] }

const isBlockingGate = (hook: ActiveHook): boolean => hook.kind === "gate" && hook.blocking

/**
 * Tells whether a hook is still to be run. A hook that ended its point ends everything after it but the blocking gates:
 * what one capability's step does cannot take away what another one's gate holds. Source: docs/adr/0024.
 */
export const isStillRun = (hook: ActiveHook, { endedBy }: Progress): boolean =>
  endedBy === undefined || isBlockingGate(hook)

/** One more hook is through. */
export const withRecord = (progress: Progress, record: HookRecord, { ends, holds }: Ruling): Progress => ({
  records: [...progress.records, record],
  blockedBy: holds
    ? [
        ...progress.blockedBy,
        {
          hook: record.hook,
          capId: record.capId,
          ...(record.message === undefined ? {} : { message: record.message })
        }
      ]
    : progress.blockedBy,
  ...(progress.endedBy !== undefined ? { endedBy: progress.endedBy } : ends ? { endedBy: record.hook } : {})
})

/** What becomes of the gates of a capability that could not be loaded: the policy holds the loop in their place, or not. */
export const ruleOnUnloaded = (gate: UnloadedGate, point: LoopPoint): Ruling => {
  const holds = gate.policy === "block"
  return {
    outcome: holds ? "blocked" : "skipped",
    message: unloadedSentence(gate, point),
    holds,
    ends: false
  }
}

/** Name under which the gates of a capability that could not be loaded are recorded: their places are not known. */
export const unloadedHook = (capId: string): HookId => `${capId}/gate/*`

/** What holds the loop. */
export const Blocker = Schema.Struct({
  hook: Schema.String,
  capId: Schema.String,
  message: Schema.optionalKey(Schema.String)
})
export type Blocker = typeof Blocker.Type

/** JSON of `loop dispatch`. */
export const LoopDispatched = Schema.Struct({
  point: Schema.Literals(loopPoints),
  /** Name of the phase's folder; absent for the project as a whole. */
  phase: Schema.optionalKey(Schema.String),
  /** Names the dispatch in the log. */
  run: Schema.String,
  /** In the order in which they ran. */
  outcomes: Schema.Array(HookRecord),
  /** `blocked`: a blocking gate holds the loop. `halted`: a hook ended its point's remaining hooks, and nothing holds the loop. */
  verdict: Schema.Literals(["passed", "blocked", "halted"]),
  blockedBy: Schema.Array(Blocker),
  /** The hook that ended the point. */
  endedBy: Schema.optionalKey(Schema.String),
  warnings: Schema.Array(Schema.String)
})
export type LoopDispatched = typeof LoopDispatched.Type

/** How a point came out: what holds the loop counts before what ended the point. */
export const verdictOf = ({ blockedBy, endedBy }: Progress): LoopDispatched["verdict"] =>
  blockedBy.length > 0 ? "blocked" : endedBy === undefined ? "passed" : "halted"
