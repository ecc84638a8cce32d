import type { JsonObject } from "../json/value.ts"

/** What was changed since a phase began, as far as can be told. */
export interface Changes {
  /** Paths from the project's root, ascending: those that were asked for. */
  readonly files: ReadonlyArray<string>
  /**
   * `history`: from git, what is not committed included. `plans`: git does not know when the phase began, and the files
   * are those that its carried out plans name, with what is not committed where there is a git.
   */
  readonly source: "history" | "plans"
  /** The commit from which on changes count. */
  readonly since?: string
  /** Why git does not tell, or what of it is cut off. */
  readonly note?: string
}

/** Changes as `details` have them. */
export const changesJson = ({ note, since, source }: Changes): JsonObject => ({
  changes_from: source,
  since: since ?? null,
  ...(note === undefined ? {} : { note })
})
