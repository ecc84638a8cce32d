/** One phase of a project's plan. */
export interface Phase {
  /** Its number as written, such as `3` or `3.1`; empty when the folder has none. */
  readonly number: string
  /** Name of its folder, such as `03-payments`; empty when it is the project itself. */
  readonly name: string
  /** Folder from the project's root, such as `.planning/phases/03-payments`; `.planning` without a phase. */
  readonly folder: string
}
