import type { LoopPoint } from "../capability/loopContract.ts"
import type { Phase } from "../planning/phase.ts"
import type { ActiveHook } from "./hook.ts"
import type { HookOutcome, HookRecord } from "./outcome.ts"

/** What a record is about. */
export interface RecordSubject {
  readonly point: LoopPoint
  readonly phase: Pick<Phase, "name">
}

/** Tells whether a record is about a hook at this point, in this phase. */
const isAbout = (record: HookRecord, hook: string, { phase, point }: RecordSubject): boolean =>
  record.hook === hook && record.point === point && (record.phase ?? "") === phase.name

/**
 * What an agent wrote down of a hook and no dispatch has taken up yet: the newest record of the hook at this point in
 * this phase, when it carries no run. So a record counts once, and a point that is dispatched for each wave hands its
 * work out anew. Undefined when there is none.
 */
export const takenUp = (
  records: ReadonlyArray<HookRecord>,
  hook: string,
  subject: RecordSubject
): HookRecord | undefined => {
  const newest = records.findLast((record) => isAbout(record, hook, subject) && record.outcome !== "unrun")
  return newest?.run === undefined ? newest : undefined
}

const done: ReadonlyArray<HookOutcome> = ["done", "failed", "skipped"]
const judged: ReadonlyArray<HookOutcome> = ["passed", "blocked", "failed", "skipped"]

/** What an agent may say of a hook; nothing of a gate that `gsd` asks itself. */
export const recordable = (hook: ActiveHook): ReadonlyArray<HookOutcome> => {
  if (hook.kind !== "gate") return done
  return "agentVerdict" in hook.check ? judged : []
}
