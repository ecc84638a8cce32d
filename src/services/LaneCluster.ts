import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { ClusterUnreachable, HandingFailed, runnerRefusals } from "../domain/cluster/errors.ts"
import type { LaneHanded } from "../domain/cluster/handed.ts"
import type { LaneKey, RunnerSeen } from "../domain/cluster/laneKey.ts"
import type { LaneReported } from "../domain/cluster/report.ts"
import type { LaneEnded } from "../domain/lane/outcomes.ts"

/** A handed lane that ran to its end on this runner. */
export interface LaneServed {
  readonly ended: LaneEnded
  /** Where its prompt went: a program, or an endpoint. */
  readonly to: string
}

/** Why this runner does not run what it was handed. */
export interface LaneRefusal {
  readonly reason: (typeof runnerRefusals)[number]
  /** A sentence without a final period, not escaped. */
  readonly problem: string
}

/** What a runner does for others. */
export interface Serving {
  /** At least one. */
  readonly offers: ReadonlyArray<LaneKey>
  /** Told the runner's name once it is known to others. */
  readonly ready: (name: string) => Effect.Effect<void>
  /** Runs one handed lane to its end. Interrupted when its requester no longer wants it, or the runner stops. */
  readonly run: (handed: LaneHanded) => Effect.Effect<LaneServed, LaneRefusal>
}

/** How a lane is handed over. */
export interface Handing {
  /** Longest time in which no live runner offers it before it is given up, beside the lease. */
  readonly patience: Duration.Duration
}

/** Machines that run reviewer lanes for each other: a directory of runners, and an engine that hands lanes to them. */
export class LaneCluster extends Context.Service<
  LaneCluster,
  {
    /** Its storage, for people: without a password. */
    readonly address: string
    /** Runners that gave a sign of life lately. */
    readonly runners: Effect.Effect<ReadonlyArray<RunnerSeen>, ClusterUnreachable>
    /**
     * Hands a lane to a runner that offers its bytes, and waits for its end. A lane is run once for a run and an
     * identity; one whose runner is gone before its end begins again on another, `limits.clusterStarts` times in all.
     * Interruption ends it on its runner first, within a bound. What the storage holds of it goes at the end.
     */
    readonly hand: (handed: LaneHanded, handing: Handing) => Effect.Effect<LaneReported, HandingFailed>
    /** Runs lanes for others until it is interrupted; fails when the storage cannot be used to begin with. */
    readonly serve: (serving: Serving) => Effect.Effect<never, ClusterUnreachable>
  }
>()("gsd/services/LaneCluster") {}
