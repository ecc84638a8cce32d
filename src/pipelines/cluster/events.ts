import type { LaneOutcome } from "../../domain/lane/outcome.ts"

/** A lane that was handed to a runner. */
export interface HandedLane {
  /** Run of the requester's review. */
  readonly run: string
  readonly identity: string
}

/** What is told while a runner serves. */
export type RunnerEvent =
  | {
      readonly _tag: "Offering"
      /** Name of the runner, as its requesters see it. */
      readonly runner: string
      readonly lanes: ReadonlyArray<{ readonly slug: string; readonly id: string }>
      /** Lanes that cannot run here, and why. */
      readonly leftOut: ReadonlyArray<{ readonly slug: string; readonly problem: string }>
    }
  /** The storage does not answer: lanes that run are ended, since another runner may take them, and begin again later. */
  | { readonly _tag: "Unreachable"; readonly problem: string }
  | { readonly _tag: "Reachable" }
  | (HandedLane & { readonly _tag: "Begun"; readonly slug: string })
  | (HandedLane & {
      readonly _tag: "Ended"
      readonly outcome: LaneOutcome["outcome"]
      readonly reason: string
      readonly millis: number
      /** The end of its error output, which stays on this machine; untrusted. */
      readonly stderr: string
    })
  | (HandedLane & { readonly _tag: "Refused"; readonly reason: string; readonly problem: string })
  /** Its requester no longer wants it, or the runner stops. */
  | (HandedLane & { readonly _tag: "Stopped" })
