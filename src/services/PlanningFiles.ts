import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DiskFailure } from "../domain/disk/errors.ts"
import type { PlanningFileUnreadable } from "../domain/planning/errors.ts"

/** What the current project holds, by paths from its root; no link is followed. Without a project nothing is there. */
export class PlanningFiles extends Context.Service<
  PlanningFiles,
  {
    /**
     * Names in a folder, ascending, `""` being the root; empty when there is no such folder. A link or file in its
     * place fails.
     */
    readonly names: (
      folder: string
    ) => Effect.Effect<ReadonlyArray<string>, DiskFailure | PlanningFileUnreadable>
    /** A text of at most `limits.planBytes`, UTF-8; undefined when nothing is there. */
    readonly text: (path: string) => Effect.Effect<string | undefined, DiskFailure | PlanningFileUnreadable>
  }
>()("gsd/services/PlanningFiles") {}
