import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { Lanes } from "../services/Lanes.ts"
import { handingLanes } from "./cluster/handing.ts"
import { review } from "./review.ts"
import type { ReviewRequested } from "./review/stages.ts"

/**
 * The same review, with every lane handed to a runner of the cluster. What is consented to, planned and written down here
 * is as before; a lane that no runner offers within `wait`, that its runner refuses, or whose runners are gone is an
 * outcome that says so.
 */
export const clusterReview = (requested: ReviewRequested, wait: Duration.Duration) =>
  Effect.provideServiceEffect(review(requested), Lanes, handingLanes(wait)).pipe(
    Effect.withSpan("clusterReview")
  )
