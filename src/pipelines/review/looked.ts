import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { chooseLanes } from "../../domain/lane/selection.ts"
import type { LaneRun } from "../../domain/lane/stages.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import type { LaneReport, LaneRow } from "../../domain/review/roster.ts"
import { repositoryRoot } from "../planLint/read.ts"
import { findLanes } from "./lanes.ts"
import { seeLane, type Looking } from "./probe.ts"
import type { LaneSeen } from "./stages.ts"

const stateOf = ({ availability, egress }: LaneSeen): Pick<LaneRow, "state" | "reason" | "detail"> => {
  if (egress._tag === "Refused") return { state: "refused", reason: egress.reason, detail: egress.detail }
  if (egress._tag === "Nowhere") return { state: "unavailable", reason: egress.reason, detail: egress.detail }
  return availability === undefined || availability._tag === "Available"
    ? { state: "available" }
    : { state: "unavailable", reason: availability.reason, detail: availability.detail }
}

const rowOf = Effect.fnUntraced(function* (run: LaneRun, looking: Looking) {
  const began = yield* Clock.currentTimeMillis
  const seen = yield* seeLane(run, looking)
  const { lane } = run
  const host = seen.egress._tag === "Allowed" ? seen.egress.host : undefined
  return {
    slug: lane.slug,
    id: lane.capabilityId,
    ...(run.identity === lane.slug ? {} : { instance: run.identity }),
    origin: lane.origin,
    flags: lane.flags,
    section: run.section,
    transport: lane.reviewer.transport,
    evidenceClass: lane.reviewer.evidenceClass,
    ...(host === undefined ? {} : { host }),
    ...stateOf(seen),
    ms: (yield* Clock.currentTimeMillis) - began
  } satisfies LaneRow
})

/**
 * Looks at lanes, all at once: who could review now, and why somebody cannot. Every lane when no name is given; else
 * lanes and instances by name. Nothing is sent but the probes' own requests, and those only where consent allows.
 */
export const lookAtLanes = Effect.fn("review.lookAtLanes")(function* (
  scope: LedgerScope,
  names: ReadonlyArray<string>
) {
  const found = yield* findLanes(scope)
  const wanted = { flags: [], lanes: names, all: names.length === 0 }
  // Who asks is no matter here: the question is who could.
  const { runs, warnings } = yield* Effect.fromResult(
    chooseLanes({ lanes: found.roster.lanes, wanted, settings: found.settings, host: undefined })
  )
  const looking = { found, repository: yield* repositoryRoot }
  const lanes = yield* Effect.forEach(runs, (run) => rowOf(run, looking), { concurrency: "unbounded" })
  return {
    lanes,
    warnings: [...found.warnings, ...warnings].map(({ message }): string => message)
  } satisfies LaneReport
})
