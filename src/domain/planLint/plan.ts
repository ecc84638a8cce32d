/** What a task says under one of its names. */
export const taskFields = ["action", "verify", "acceptance_criteria", "read_first", "done", "files"] as const
export type TaskField = (typeof taskFields)[number]

/** A text of a plan with the line it begins at, counted from 1. */
export interface Placed {
  readonly text: string
  readonly line: number
}

/** One task of a plan. */
export interface Task {
  /** Its name, or `Task 2` when it has none. */
  readonly name: string
  /** Line of its opening tag or heading. */
  readonly line: number
  /** The `type` attribute; empty when there is none. */
  readonly type: string
  /** The `tracker-id` attribute as it is written; a checkpoint has none. */
  readonly trackerId?: string
  /** What it says, by field; a field that is absent is missing, one that stands there twice is put together. */
  readonly fields: ReadonlyMap<TaskField, Placed>
  /** Whether an opening tag has its closing one; always true for a heading. */
  readonly isClosed: boolean
}

/** A list of the frontmatter, and the line of its key; 1 when there is none. */
export interface PlacedList {
  readonly items: ReadonlyArray<string>
  readonly line: number
}

/** A PLAN.md, as far as the rules need it. */
export interface Plan {
  readonly path: string
  readonly id: string
  /** `phase` of the frontmatter; empty when there is none. */
  readonly phase: string
  /** `plan` of the frontmatter; empty when there is none. */
  readonly number: string
  readonly dependsOn: PlacedList
  readonly requirements: PlacedList
  /** `files_modified`. */
  readonly files: PlacedList
  readonly tasks: ReadonlyArray<Task>
  /** Its lines; those of the frontmatter and of comments are empty, and tags and headings in fences are masked. */
  readonly lines: ReadonlyArray<string>
}
