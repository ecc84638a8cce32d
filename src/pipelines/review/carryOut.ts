import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { decideConcurrency } from "../../domain/lane/concurrency.ts"
import { makeReady, recordRuns } from "./ready.ts"
import { runLanes, settle, type Board } from "./run.ts"
import type { ReviewPlanned, ReviewRequested } from "./stages.ts"

/** Tells who is asked, before anything of it is looked at. */
export const announce = ({ tell }: ReviewRequested, { lanes, runId }: ReviewPlanned): void =>
  tell({
    _tag: "Chosen",
    runId,
    lanes: lanes.runs.map(({ plan, run }) => ({
      identity: run.identity,
      timeoutMillis: Result.isSuccess(plan) ? Duration.toMillis(plan.success.timeout) : undefined
    }))
  })

/** Goes from the probes to the last end; every end is on the board when it is known. */
export const carryOut = Effect.fn("review.carryOut")(function* (planned: ReviewPlanned, board: Board) {
  const { ended, ready } = yield* makeReady(planned)
  for (const one of ended) settle(board, one)
  yield* recordRuns(planned, ready)
  yield* runLanes(board, ready, decideConcurrency(planned.found.settings))
})
