import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { decideEgress } from "../../domain/lane/egress.ts"
import { decideModel } from "../../domain/lane/model.ts"
import type { LaneRun } from "../../domain/lane/stages.ts"
import { locatedLane } from "../../domain/lane/programs.ts"
import { Lanes } from "../../services/Lanes.ts"
import { bundleFolders } from "./bundles.ts"
import type { LanesFound, LaneSeen } from "./stages.ts"

/** Who asks, and from where. */
export interface Looking {
  readonly found: LanesFound
  /** Root of the repository. */
  readonly repository: string
  /** Programs are looked for and nobody is asked. */
  readonly looksOnly?: boolean
}

/**
 * Holds one lane against consent, and asks it whether it can run where that allows it: a host that nobody consented to
 * is not even asked. The bundle of one that brings a program along is verified first.
 */
export const seeLane = Effect.fn("review.seeLane")(function* (run: LaneRun, looking: Looking) {
  const lanes = yield* Lanes
  const { lane } = run
  const { found, looksOnly = false, repository } = looking
  const { records, settings } = found
  const egress = decideEgress(lane, settings, records.get(lane.capabilityId))
  if (egress._tag !== "Allowed") return { lane, egress, availability: undefined } satisfies LaneSeen
  const located = locatedLane(lane, yield* bundleFolders([lane]))
  if (Result.isFailure(located)) return { lane, egress, availability: located.failure } satisfies LaneSeen
  const hasPinnedModel = decideModel(run, settings).model !== undefined
  const availability = yield* lanes.probe({
    lane: located.success,
    settings,
    hasPinnedModel,
    directory: repository,
    looksOnly
  })
  return { lane, egress, availability } satisfies LaneSeen
})
