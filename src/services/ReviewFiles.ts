import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { HomeUnsafe } from "../domain/home/errors.ts"
import type { LineCounts } from "../domain/review/resolve.ts"
import type { RunNote, RunSummary } from "../domain/review/run.ts"

/** A run that is to begin. */
export interface RunBeginning {
  readonly runId: string
  /** Paths of the plans, as the report names them. */
  readonly plans: ReadonlyArray<string>
  /** Whether its folder stays when it is over. */
  readonly keep: boolean
}

/** A folder of a run that is there now. */
export interface RunFolder {
  /** Absolute. */
  readonly path: string
  /** Undefined when its note cannot be read. */
  readonly note: RunNote | undefined
  /** It is over and was to stay. */
  readonly kept: boolean
}

/** What a review reads and writes beside its lanes: the repository that is cited, its run's folder, its report. */
export class ReviewFiles extends Context.Service<
  ReviewFiles,
  {
    /**
     * Makes `H/runs/<runId>`, mode 0700, with a note that says whose it is. It goes with the scope, unless it is kept;
     * one that was left behind says which process it belonged to.
     */
    readonly begin: (run: RunBeginning) => Effect.Effect<void, DiskFailure | HomeUnsafe, Scope.Scope>
    /** Writes a new file of a run, mode 0600. */
    readonly put: (path: string, text: string) => Effect.Effect<void, DiskFailure>
    /** Folders below `H/runs`, ascending. */
    readonly runs: Effect.Effect<ReadonlyArray<RunFolder>, DiskFailure>
    /**
     * Files below a root by their path from there, `/` between folders, without `.git` and `node_modules`, links not
     * followed; ascending by folder. At most `limits.repositoryFiles`; what cannot be read is left out.
     */
    readonly files: (root: string) => Effect.Effect<ReadonlyArray<string>>
    /** Counts the lines of files of a repository. One that cannot be read is left out. */
    readonly lines: (root: string, files: ReadonlyArray<string>) => Effect.Effect<LineCounts>
    /** Makes a folder for a report where none is, its parents too. */
    readonly ready: (folder: string) => Effect.Effect<void, DiskFailure>
    /** Replaces a report as a whole, mode 0644: it is the old one or the new one at any time. */
    readonly publish: (path: string, text: string) => Effect.Effect<void, DiskFailure>
    /** Adds to the history of reviews. */
    readonly remember: (summary: RunSummary) => Effect.Effect<void, DiskFailure | FileTooLarge | HomeUnsafe>
    /** How reviews ended, oldest first; a line that cannot be read is left out. */
    readonly history: Effect.Effect<ReadonlyArray<RunSummary>, DiskFailure | FileTooLarge>
  }
>()("gsd/services/ReviewFiles") {}
