import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { decideEgress } from "../../domain/lane/egress.ts"
import { skippedOutcome } from "../../domain/lane/outcome.ts"
import { outcomesOf } from "../../domain/lane/outcomes.ts"
import type { RunWithPlan } from "../../domain/lane/plan.ts"
import type { LaneRun, PlannedRun } from "../../domain/lane/stages.ts"
import type { PlannedLane, ReviewPlanReport } from "../../domain/review/roster.ts"
import { findLanes } from "./lanes.ts"
import { planReview } from "./planned.ts"
import { readPlans } from "./read.ts"
import type { LanesFound, ReviewRequested } from "./stages.ts"

/** What the plan of a review is asked for. */
export type PlanRequested = Pick<ReviewRequested, "scope" | "files" | "wanted">

const named = ({ identity, lane, section }: LaneRun) => ({
  slug: lane.slug,
  id: lane.capabilityId,
  ...(identity === lane.slug ? {} : { instance: identity }),
  section
})

const startOf = (planned: PlannedRun): Partial<PlannedLane> =>
  planned._tag === "Http"
    ? { url: planned.url }
    : {
        argv: [planned.binary, ...planned.args],
        env: Object.keys(planned.env).toSorted(),
        stdin: planned.stdin,
        ...(planned.effort === undefined ? {} : { effort: planned.effort })
      }

const detailsOf = (planned: PlannedRun): Partial<PlannedLane> => ({
  ...startOf(planned),
  ...(planned.model === undefined ? {} : { model: planned.model }),
  timeoutMs: Duration.toMillis(planned.timeout),
  promptBytes: new TextEncoder().encode(planned.prompt.text).length,
  trimmed: planned.trimming !== undefined
})

const laneOf =
  ({ records, settings }: LanesFound) =>
  ({ plan, run }: RunWithPlan): PlannedLane => {
    const egress = decideEgress(run.lane, settings, records.get(run.lane.capabilityId))
    const details = Result.isSuccess(plan) ? detailsOf(plan.success) : {}
    if (egress._tag === "Refused")
      return { ...named(run), state: "refused", reason: egress.reason, detail: egress.detail, ...details }
    if (egress._tag === "Nowhere")
      return { ...named(run), state: "unplannable", reason: egress.reason, detail: egress.detail }
    return Result.isSuccess(plan)
      ? { ...named(run), state: "ready", ...details }
      : { ...named(run), state: "unplannable", reason: plan.failure.reason, detail: plan.failure.detail }
  }

/** Says exactly what a review would start and send: nothing is started, asked or written. */
export const reviewPlan = Effect.fn("review.dryRun")(function* ({ files, scope, wanted }: PlanRequested) {
  const plans = yield* readPlans(files)
  const found = yield* findLanes(scope)
  const { lanes } = yield* planReview(found, plans, wanted)
  const skipped = lanes.chosen.skipped.map((one): PlannedLane => {
    const outcome = skippedOutcome(one)
    const told = outcome.outcome === "completed" ? {} : { reason: outcome.reason, detail: outcome.detail }
    return { ...named(one.run), state: "skipped", ...told }
  })
  const warnings = [...found.warnings, ...outcomesOf(lanes, []).warnings]
  return {
    lanes: [...lanes.runs.map(laneOf(found)), ...skipped],
    warnings: warnings.map(({ message }): string => message)
  } satisfies ReviewPlanReport
})
