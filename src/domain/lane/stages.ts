import type * as Duration from "effect/Duration"
import type { Environment } from "../process/environment.ts"
import type { Trimming } from "./fitPrompt.ts"
import type { Lane } from "./lane.ts"
import type { LaneWarning } from "./warning.ts"

/** One review that is wanted of a lane: by the lane itself, or by an instance of it. */
export interface LaneRun {
  /** The slug, or the name of the instance; unique in a review. */
  readonly identity: string
  readonly lane: Lane
  /** Heading in REVIEWS.md; unique in a review. */
  readonly section: string
  /** Named by the command line or the configuration, so that it counts even when it is not available. */
  readonly named: boolean
  readonly model?: string
  readonly agent?: string
}

/** A run that is left out before anything of it starts. */
export interface SkippedRun {
  readonly run: LaneRun
  /** The agent that is asking, which is no independent reviewer of its own plan. */
  readonly host: string
}

/** What the choice rests on. */
export type SelectionSource = "named" | "all-flag" | "default-reviewers" | "every-lane"

/** Which lanes a review asks; only `chooseLanes` makes it. Both lists are in the order of REVIEWS.md. */
export interface LanesChosen {
  readonly source: SelectionSource
  readonly runs: ReadonlyArray<LaneRun>
  readonly skipped: ReadonlyArray<SkippedRun>
  /** Identities of both, in the order of REVIEWS.md. */
  readonly order: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<LaneWarning>
}

/** The prompt of one run: the same text whichever way it reaches the lane. */
export interface RunPrompt {
  readonly text: string
  /** Absolute path of the file of this run that holds `text`. */
  readonly path: string
}

/** Where one run works. All absolute; no file of them exists before the run. */
export interface RunPlaces {
  readonly repository: string
  readonly prompt: string
  /** Where a lane with `file-arg` writes its answer. */
  readonly output: string
}

interface PlannedAny {
  readonly run: LaneRun
  readonly prompt: RunPrompt
  /** What was taken out of the prompt; undefined when nothing was. */
  readonly trimming: Trimming | undefined
  readonly timeout: Duration.Duration
  /** Longest silence; undefined when only `timeout` limits it. */
  readonly idle?: Duration.Duration
  /** Absolute path of the file of this run that its answer goes to while it arrives. */
  readonly answerFile: string
  /** Model that is asked for; undefined leaves it to the lane. */
  readonly model: string | undefined
  readonly warnings: ReadonlyArray<LaneWarning>
}

/** A run of a program, planned to the last argument. */
export interface PlannedSpawn extends PlannedAny {
  readonly _tag: "Spawn"
  readonly binary: string
  readonly args: ReadonlyArray<string>
  /** The whole environment of the child. */
  readonly env: Environment
  /** Whether the prompt is written to stdin; else stdin is at its end from the start. */
  readonly stdin: "prompt" | "closed"
  /** Where the answer is: on stdout, or in the file of the run. */
  readonly answer: { readonly _tag: "Stdout" } | { readonly _tag: "File"; readonly path: string }
  /** Working directory: the repository. */
  readonly directory: string
  /** Level that is sent; undefined when none is. */
  readonly effort: string | undefined
}

/** A question to a model endpoint; whether it may be asked is decided by `decideEgress`. */
export interface PlannedHttp extends PlannedAny {
  readonly _tag: "Http"
  readonly url: string
}

/** A run with everything that is decided before it starts; only `planRun` makes it. */
export type PlannedRun = PlannedSpawn | PlannedHttp
