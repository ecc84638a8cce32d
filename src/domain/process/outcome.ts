import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import type { RunCookie } from "./cookie.ts"

/** What became of one output stream. */
export interface Capture {
  /** Kept bytes; empty when the stream went to a sink. */
  readonly bytes: Uint8Array
  /** Bytes kept or handed to the sink; at most the cap. */
  readonly keptBytes: number
  /** Bytes that the processes wrote and that were read, beyond the cap too. */
  readonly totalBytes: number
  readonly truncated: boolean
  /** False when the stream was cut because somebody still held it open after the end, or the sink was too slow. */
  readonly complete: boolean
}

/** A process seen from outside. */
export interface ProcessEntry {
  readonly pid: number
  /** Name it gave itself, untrusted text; empty when the system does not tell. */
  readonly name: string
  /** Cookies it carries, outermost run first; empty when it carries none or the system does not tell. */
  readonly cookies: ReadonlyArray<RunCookie>
}

/** What every end of a run tells. */
export interface RunFacts {
  readonly pid: number
  readonly cookie: RunCookie
  readonly stdout: Capture
  readonly stderr: Capture
  /** From the start to the event that decided the outcome. */
  readonly duration: Duration.Duration
  /** From that event until the tree was ended and the output collected. */
  readonly endingDuration: Duration.Duration
  /** Processes that were alive when the run was decided and had to be ended, the leader among them on a timeout. */
  readonly ended: ReadonlyArray<ProcessEntry>
  /** Processes that KILL did not end within the bound; normally empty. */
  readonly survivors: ReadonlyArray<ProcessEntry>
}

/** How the leading process of a run ended. */
export type Outcome = Data.TaggedEnum<{
  /** By itself; `code` is 0 to 255 on POSIX. */
  Exited: RunFacts & { readonly code: number }
  /** By a signal that this run did not send. */
  Signaled: RunFacts & { readonly signal: string }
  /** By us: the run was too long (`wall`) or silent for too long (`idle`); `limit` is the one that was reached. */
  TimedOut: RunFacts & { readonly kind: "wall" | "idle"; readonly limit: Duration.Duration }
}>

/** Constructors and matchers of the closed union. */
export const Outcome = Data.taggedEnum<Outcome>()
