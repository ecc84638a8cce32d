import type { TaskContent } from "./content.ts"

/** What became of one tracker id. Source: lanes facts, section 3. */
export type Resolution =
  | { readonly resolved: true; readonly capability: string; readonly content: TaskContent }
  | {
      readonly resolved: false
      /** `no-resolver`: no capability that is acted on has this prefix. `empty`: the tracker says nothing. */
      readonly reason: "no-resolver" | "empty" | "not-applicable"
      readonly capability?: string
    }

/** JSON of `task resolve-content --tracker-id`. */
export type ResolvedTask = Resolution & {
  readonly trackerId: string
  /** What deserves a look; empty when all is well. */
  readonly warnings: ReadonlyArray<string>
}

/** Where a task stands in its plan. */
export interface TaskPlace {
  readonly name: string
  /** Counted from 1. */
  readonly line: number
}

/** A task of a plan with what its tracker says, or why that is not known. */
export type TaskResult<E> = TaskPlace & (ResolvedTask | { readonly trackerId: string; readonly error: E })
