import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Availability } from "../domain/lane/availability.ts"
import type { Lane } from "../domain/lane/lane.ts"
import type { LaneEnded } from "../domain/lane/outcomes.ts"
import type { Settings } from "../domain/lane/settings.ts"
import type { PlannedRun } from "../domain/lane/stages.ts"

/** A lane of which is asked whether it can run. */
export interface LaneProbe {
  readonly lane: Lane
  readonly settings: Settings
  /** A model is named, so that the endpoint need not be asked for one. */
  readonly hasPinnedModel: boolean
  /** Working directory, absolute. */
  readonly directory: string
  /** Programs are looked for, and neither started nor is an endpoint asked: `Available` then means that none is missing. */
  readonly looksOnly?: boolean
}

/** What is told of a run while it lasts. */
export type LaneNews =
  | { readonly _tag: "Started"; readonly identity: string }
  /** So many bytes of its answer until now, with the last line that it wrote, untrusted. */
  | { readonly _tag: "Wrote"; readonly identity: string; readonly bytes: number; readonly lastLine: string }

/** A run that is to be started now. */
export interface LaneStart {
  /** Name of the review's run, which a lane runs once in. */
  readonly runId: string
  readonly planned: PlannedRun
  /** What its probe found; models that an endpoint serves are chosen from. */
  readonly available: Extract<Availability, { readonly _tag: "Available" }>
  /** Returns at once. */
  readonly tell: (news: LaneNews) => void
}

/** Probes and runs reviewer lanes: programs and endpoints of other people, bounded like every run of the Spawner. */
export class Lanes extends Context.Service<
  Lanes,
  {
    /** Looks for the programs that a lane needs and asks its endpoint, within the bounds of its probe. */
    readonly probe: (probe: LaneProbe) => Effect.Effect<Availability>
    /**
     * Runs one lane to its end, whatever that is: never fails, and always says how it ended. Its answer is written to
     * its own file while it arrives. Interruption ends its whole tree first.
     */
    readonly run: (start: LaneStart) => Effect.Effect<LaneEnded>
  }
>()("gsd/services/Lanes") {}
