import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { skippedOutcome } from "../../domain/lane/outcome.ts"
import { outcomesOf } from "../../domain/lane/outcomes.ts"
import type { RunWithPlan } from "../../domain/lane/plan.ts"
import type { LaneRun, PlannedRun, PlannedSpawn } from "../../domain/lane/stages.ts"
import type { PlannedLane, ReviewPlanReport } from "../../domain/review/roster.ts"
import { shown } from "../../domain/text/escape.ts"
import { Environment } from "../../services/Environment.ts"
import { findLanes } from "./lanes.ts"
import { planReview } from "./planned.ts"
import { seeLane } from "./probe.ts"
import { readPlans } from "./read.ts"
import type { LaneSeen, ReviewRequested } from "./stages.ts"

/** What the plan of a review is asked for. */
export type PlanRequested = Pick<ReviewRequested, "scope" | "files" | "wanted">

const named = ({ identity, lane, section }: LaneRun) => ({
  slug: lane.slug,
  id: lane.capabilityId,
  ...(identity === lane.slug ? {} : { instance: identity }),
  section
})

/** Names of our variables. */
type Ours = ReadonlySet<string>

const environmentOf = ({ env, run }: PlannedSpawn, ours: Ours): Partial<PlannedLane> => {
  const { reviewer } = run.lane
  const declared = new Set(
    Object.keys((reviewer.transport === "spawn" ? reviewer.invoke.env : undefined) ?? {})
  )
  const names = Object.keys(env).toSorted()
  return {
    env: names,
    envSet: names.filter((name) => declared.has(name) || !ours.has(name)),
    envWithheld: [...ours].filter((name) => !Object.hasOwn(env, name)).toSorted()
  }
}

const startOf = (planned: PlannedRun, ours: Ours): Partial<PlannedLane> =>
  planned._tag === "Http"
    ? { url: planned.url }
    : {
        argv: [planned.binary, ...planned.args],
        ...environmentOf(planned, ours),
        stdin: planned.stdin,
        ...(planned.effort === undefined ? {} : { effort: planned.effort })
      }

const detailsOf = (planned: PlannedRun, ours: Ours): Partial<PlannedLane> => ({
  ...startOf(planned, ours),
  ...(planned.model === undefined ? {} : { model: planned.model }),
  timeoutMs: Duration.toMillis(planned.timeout),
  promptBytes: new TextEncoder().encode(planned.prompt.text).length,
  trimmed: planned.trimming !== undefined
})

type Standing = Pick<PlannedLane, "state" | "reason" | "detail">

/** What only an answer of the lane tells; undefined when having its programs is all there is to it. */
const unasked = ({ identity, lane }: LaneRun): Standing | undefined => {
  const { probe } = lane.reviewer
  if (probe.kind === "command-exists") return undefined
  const what =
    probe.kind === "http-reachable"
      ? shown`Its endpoint was not asked`
      : shown`\`${probe.binary}\` was not asked for its help`
  return { state: "unasked", detail: `${what}; ${shown`\`gsd review probe ${identity}\` does`}` }
}

/** As `gsd review lanes` judges it, as far as looking tells. */
const standingOf = ({ plan, run }: RunWithPlan, { availability, egress }: LaneSeen): Standing => {
  if (egress._tag === "Refused") return { state: "refused", reason: egress.reason, detail: egress.detail }
  if (egress._tag === "Nowhere") return { state: "unavailable", reason: egress.reason, detail: egress.detail }
  if (availability?._tag === "Unavailable")
    return { state: "unavailable", reason: availability.reason, detail: availability.detail }
  if (Result.isFailure(plan))
    return { state: "unplannable", reason: plan.failure.reason, detail: plan.failure.detail }
  return unasked(run) ?? { state: "ready" }
}

/** Says exactly what a review would start and send: programs are looked for, nothing is started, asked or written. */
export const reviewPlan = Effect.fn("review.dryRun")(function* ({ files, scope, wanted }: PlanRequested) {
  const { variables } = yield* Environment
  const plans = yield* readPlans(files)
  const found = yield* findLanes(scope)
  const { lanes } = yield* planReview(found, plans, wanted)
  const ours = new Set([...variables].map(([name]) => name))
  const looking = { found, repository: plans.repository, looksOnly: true }
  const planned = yield* Effect.forEach(
    lanes.runs,
    (one) =>
      Effect.map(seeLane(one.run, looking), (seen): PlannedLane => {
        const details = Result.isSuccess(one.plan) ? detailsOf(one.plan.success, ours) : {}
        return {
          ...named(one.run),
          ...standingOf(one, seen),
          ...(seen.egress._tag === "Nowhere" ? {} : details)
        }
      }),
    { concurrency: "unbounded" }
  )
  const skipped = lanes.chosen.skipped.map((one): PlannedLane => {
    const outcome = skippedOutcome(one)
    const told = outcome.outcome === "completed" ? {} : { reason: outcome.reason, detail: outcome.detail }
    return { ...named(one.run), state: "skipped", ...told }
  })
  const warnings = [...found.warnings, ...outcomesOf(lanes, []).warnings]
  return {
    lanes: [...planned, ...skipped],
    warnings: warnings.map(({ message }): string => message)
  } satisfies ReviewPlanReport
})
