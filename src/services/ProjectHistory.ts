import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { HistoryUnreadable } from "../domain/planning/errors.ts"
import type { Began, Head, Told } from "../domain/planning/history.ts"

/**
 * What git knows of the current project; paths are from its root, and what lies beside it in a repository that holds
 * more does not count. Nothing of the repository's configuration, attributes or hooks is run, nothing is fetched and
 * nothing written. A commit is one that this service gave. Without a repository or a commit every list is empty.
 */
export class ProjectHistory extends Context.Service<
  ProjectHistory,
  {
    /** Whether there is a history, and why not. */
    readonly head: Effect.Effect<Head, HistoryUnreadable>
    /** The commit that a text from a file means; undefined when it means none of this repository. */
    readonly commit: (text: string) => Effect.Effect<string | undefined, HistoryUnreadable>
    /** The first commit that has a path, in what is known of the history, and the one before it. */
    readonly began: (path: string) => Effect.Effect<Began | undefined, HistoryUnreadable>
    /** The last commit that changed a path. */
    readonly changedLast: (path: string) => Effect.Effect<string | undefined, HistoryUnreadable>
    /** Files that differ between a commit and the current one, gone and new ones too; ascending. */
    readonly changedSince: (commit: string) => Effect.Effect<ReadonlyArray<string>, HistoryUnreadable>
    /** Files of a commit, ascending. */
    readonly filesAt: (commit: string) => Effect.Effect<ReadonlyArray<string>, HistoryUnreadable>
    /** Files on the disk that git tracks or does not ignore, ascending; deleted ones are not among them. */
    readonly files: Effect.Effect<ReadonlyArray<string>, HistoryUnreadable>
    /**
     * Those files, of the ones that are wanted, which are not as in the current commit: new, changed or gone. Ascending;
     * line ends do not count as a change.
     */
    readonly uncommitted: (
      isWanted: (path: string) => boolean
    ) => Effect.Effect<ReadonlyArray<string>, HistoryUnreadable>
    /** Text of a file in a commit; undefined when it has none, or one of more than `limits.planBytes`. */
    readonly textAt: (commit: string, path: string) => Effect.Effect<string | undefined, HistoryUnreadable>
    /** Commits after one, or all, that lead to the current one, oldest first; of more than `limits.historyCommits` the last. */
    readonly told: (after?: string) => Effect.Effect<ReadonlyArray<Told>, HistoryUnreadable>
  }
>()("gsd/services/ProjectHistory") {}
