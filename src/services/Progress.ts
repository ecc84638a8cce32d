import * as Context from "effect/Context"

/** What a long command is at: fetching from a server, copying a source, hashing and sealing it, committing, hashing what is stored. */
export type ProgressStep = "fetch" | "copy" | "seal" | "commit" | "verify"

/** Who is told how far a command is. Both return at once and never fail. */
export interface ProgressReport {
  /** A step begins, and the one before it is over. */
  readonly step: (step: ProgressStep) => void
  /** That many bytes more are done of the step. */
  readonly bytes: (count: number) => void
}

/** Tells a person how far a command is; nobody, unless somebody listens. */
export const Progress = Context.Reference<ProgressReport>("gsd/services/Progress", {
  defaultValue: () => ({ step: () => {}, bytes: () => {} })
})
