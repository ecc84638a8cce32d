import * as Effect from "effect/Effect"
import { historyOf } from "../../domain/review/run.ts"
import { ReviewFiles } from "../../services/ReviewFiles.ts"

/** How reviews ended, and for each lane how many of the last in a row were of no use. */
export const reviewHistory = Effect.gen(function* () {
  const files = yield* ReviewFiles
  return historyOf(yield* files.history)
}).pipe(Effect.withSpan("review.history"))
