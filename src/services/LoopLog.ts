import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { DiskFailure } from "../domain/disk/errors.ts"
import type { HookRecord } from "../domain/loop/outcome.ts"
import type { LoopLogRead } from "../domain/loop/record.ts"
import type { PlanningFileUnreadable } from "../domain/planning/errors.ts"

/** Why the log cannot be written or read. */
export type LoopLogError = DiskFailure | PlanningFileUnreadable

/** A log that is open for writing. */
export interface OpenLoopLog {
  /** Adds a record as one whole line; durable on return. A line that a power cut tore is ended first. */
  readonly append: (record: HookRecord) => Effect.Effect<void, LoopLogError>
}

/** What became of hooks of the loop in the current project, a line each. Several programs may write at once. */
export class LoopLog extends Context.Service<
  LoopLog,
  {
    /** Opens the log, its folder made where it is missing. As long as the scope, the process does not end in between. */
    readonly open: Effect.Effect<OpenLoopLog, LoopLogError, Scope.Scope>
    /** The last `limits.loopLogBytes` of it; empty without a project or a log. Lines that are no record are only counted. */
    readonly recent: Effect.Effect<LoopLogRead, LoopLogError>
  }
>()("gsd/services/LoopLog") {}
