import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Path from "effect/Path"
import { limits } from "../domain/limits.ts"
import { Environment } from "../services/Environment.ts"
import { ReviewFiles } from "../services/ReviewFiles.ts"
import { announce, carryOut } from "./review/carryOut.ts"
import type { Reporting } from "./review/ends.ts"
import { findLanes } from "./review/lanes.ts"
import { planReview } from "./review/planned.ts"
import { readPlans } from "./review/read.ts"
import { report } from "./review/report.ts"
import { emptyBoard } from "./review/run.ts"
import type { PlansRead, ReviewRequested } from "./review/stages.ts"
import { measured } from "./telemetry/metrics.ts"

const folderOf = Effect.fnUntraced(function* ({ out }: ReviewRequested, { beside }: PlansRead) {
  const path = yield* Path.Path
  const { workingDirectory } = yield* Environment
  return out === undefined ? beside : path.resolve(workingDirectory, out)
})

/** After an interruption somebody waits, and a disk may hang: then the report has a time limit. */
const bounded = (requested: ReviewRequested, at: Reporting) =>
  report(requested, at).pipe(
    Effect.interruptible,
    Effect.timeoutOption(Duration.millis(limits.reportMillis)),
    Effect.ignore
  )

/**
 * Hands plans to several reviewers at once and writes REVIEWS.md. A lane that fails, is refused or takes too long is an
 * outcome; only what makes the whole review impossible is an error. Interruption ends every lane's tree, writes the
 * report with what there is, which says so, and goes on. The folder of the run goes at the end.
 */
export const review = Effect.fn("review")(
  function* (requested: ReviewRequested) {
    const files = yield* ReviewFiles
    const plans = yield* readPlans(requested.files)
    const found = yield* findLanes(requested.scope)
    const planned = yield* planReview(found, plans, requested.wanted)
    const folder = yield* folderOf(requested, plans)
    yield* files.ready(folder)
    const { runId } = planned
    yield* files.begin({ runId, plans: plans.sources.plans.map(({ path }) => path), keep: requested.keep })
    announce(requested, planned)
    const board = yield* emptyBoard({ runId, tell: requested.tell })
    return yield* Effect.uninterruptibleMask(
      Effect.fnUntraced(function* (restore) {
        const exit = yield* Effect.exit(restore(carryOut(planned, board)))
        const at = { planned, board, folder }
        if (Exit.isSuccess(exit)) return yield* report(requested, { ...at, interrupted: false })
        if (Exit.hasInterrupts(exit)) yield* bounded(requested, { ...at, interrupted: true })
        return yield* Effect.failCause(exit.cause)
      })
    )
  },
  Effect.scoped,
  measured("review")
)
