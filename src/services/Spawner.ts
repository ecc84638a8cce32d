import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { RunCookie } from "../domain/process/cookie.ts"
import type { Environment, Sensitive } from "../domain/process/environment.ts"
import type { BinaryNotExecutable, BinaryNotFound, SpawnError } from "../domain/process/errors.ts"
import type { Outcome, ProcessEntry } from "../domain/process/outcome.ts"
import type { ResolvedBinary } from "../domain/process/resolveBinary.ts"

/**
 * What happens to one output stream. Both ways stop keeping at `capBytes` (0 and above) and go on reading
 * and counting, so that the child never blocks on a full pipe.
 */
export type OutputPlan<E = never, R = never> =
  /** Keeps the first (`head`) or the last (`tail`) bytes in memory. */
  | { readonly _tag: "Keep"; readonly capBytes: number; readonly part: "head" | "tail" }
  /**
   * Hands chunks to a sink, one at a time and in order; the child waits while it writes. It must be
   * interruptible. The memory of a chunk is taken back when its effect ends: copy what must stay.
   */
  | {
      readonly _tag: "Stream"
      readonly capBytes: number
      readonly write: (chunk: Uint8Array) => Effect.Effect<void, E, R>
    }

/** One program to run, with every bound it has. */
export interface RunRequest<E = never, R = never> {
  /** A bare name, searched on the PATH of `env`, or an absolute path; a relative one is `BinaryNotFound`. */
  readonly command: string
  readonly args: ReadonlyArray<Sensitive>
  /** The whole environment; only the run's cookie is added, and for a batch file that it shuns the working directory. */
  readonly env: Environment
  /** Working directory, absolute. */
  readonly directory: string
  /** Text that is written and closed; without it stdin is at its end from the start. Never ours. */
  readonly stdin?: Sensitive
  /** Longest run from the start to the leader's exit; finite and above zero. */
  readonly timeout: Duration.Duration
  /** Longest silence on both outputs; finite and above zero. Time in which a sink writes is no silence. */
  readonly idleTimeout?: Duration.Duration
  /** Between TERM and KILL; 2 seconds when absent. */
  readonly grace?: Duration.Duration
  readonly stdout: OutputPlan<E, R>
  readonly stderr: OutputPlan<E, R>
}

/** Runs programs of other people: always bounded, never inheriting, and nothing of them stays behind. */
export class Spawner extends Context.Service<
  Spawner,
  {
    /**
     * Runs a program until its leading process exits or a limit is reached, then ends what is left of its
     * tree (TERM, grace, KILL). The child leads its own session and group.
     *
     * Outcome: only the leader's exit or the limits decide it; output that others hold open is cut 0.3 s
     * after the exit. Errors: those of `SpawnError` before anything was started, and the sink's own, after
     * the tree was ended. Interruption: waits until the tree is ended, at most grace + 3 s.
     */
    readonly run: <E = never, R = never>(
      request: RunRequest<E, R>
    ) => Effect.Effect<Outcome, SpawnError | E, R>
    /** Finds the file that `run` would start. Starts nothing. */
    readonly which: (
      command: string,
      options: { readonly env: Environment; readonly directory: string }
    ) => Effect.Effect<ResolvedBinary, BinaryNotFound | BinaryNotExecutable>
    /**
     * Running processes that carry this cookie, or any run's cookie when absent; ascending pids. Empty where
     * the system does not show environments (all but Linux), and without processes of other users.
     */
    readonly processes: (cookie?: RunCookie) => Effect.Effect<ReadonlyArray<ProcessEntry>>
    /** Tells whether a process of this id exists now, whoever's it is. */
    readonly isRunning: (pid: number) => Effect.Effect<boolean>
  }
>()("gsd/services/Spawner") {}
