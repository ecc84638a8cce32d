import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ClusterSchema from "effect/cluster/ClusterSchema"
import * as Activity from "effect/workflow/Activity"
import * as Workflow from "effect/workflow/Workflow"
import { RunnerLost, RunnerRefused } from "../../domain/cluster/errors.ts"
import { executionIdOf, keyOfExecution, LaneHanded } from "../../domain/cluster/handed.ts"
import { LaneReported, reportOf } from "../../domain/cluster/report.ts"
import { limits } from "../../domain/limits.ts"
import type { Serving } from "../../services/LaneCluster.ts"

/** One lane of a review. Its executions are named by `executionIdOf` and go to runners that offer the lane's key. */
export const LaneWorkflow = Workflow.make("gsd/ReviewLane", {
  payload: LaneHanded,
  success: LaneReported,
  error: Schema.Union([RunnerRefused, RunnerLost]),
  idempotencyKey: executionIdOf
}).annotate(ClusterSchema.ShardGroup, keyOfExecution)

/** Who begins the lane for the n-th time: whoever it is writes that down, and a later one finds it. */
const begin = (start: number, beginner: string) =>
  Activity.make({ name: `begin/${start}`, success: Schema.String, execute: Effect.succeed(beginner) })

interface Running {
  readonly serving: Serving
  readonly runner: string
  /** Runners that had begun it before. */
  readonly lost: ReadonlyArray<string>
}

/** The lane itself. Its end is stored under one name, so that whoever comes later finds it and does not begin again. */
const runLane = (handed: LaneHanded, { lost, runner, serving }: Running) =>
  Activity.make({
    name: "lane",
    success: LaneReported,
    error: RunnerRefused,
    execute: serving.run(handed).pipe(
      Effect.map(({ ended, to }) => reportOf(ended, { to, runner, lost })),
      Effect.mapError(({ problem, reason }) => new RunnerRefused({ reason, runner, problem }))
    )
  })

const separator = "#"

const runnerIn = (beginner: string): string => beginner.slice(0, beginner.lastIndexOf(separator))

/**
 * What a runner does with an execution. It is replayed where it goes on, with what is written down: a beginning that is not
 * this one's says that it was interrupted from outside, so the lane begins again, for a bounded number of times.
 */
export const laneWorkflowLayer = (serving: Serving, runner: string) => {
  let begun = 0
  return LaneWorkflow.toLayer(
    Effect.fnUntraced(function* (handed) {
      begun += 1
      const own = `${runner}${separator}${begun}`
      const lost: Array<string> = []
      for (let start = 1; start <= limits.clusterStarts; start += 1) {
        const beginner = yield* begin(start, own)
        if (beginner === own) return yield* runLane(handed, { serving, runner, lost })
        lost.push(runnerIn(beginner))
      }
      return yield* new RunnerLost({ slug: handed.slug, runners: lost })
    })
  )
}
