import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { sha512Integrity } from "../../domain/hash.ts"
import { notAvailable } from "../../domain/lane/availability.ts"
import { unavailableOutcome, type LaneOutcome } from "../../domain/lane/outcome.ts"
import { notStarted, type LaneEnded } from "../../domain/lane/outcomes.ts"
import type { PlannedRun } from "../../domain/lane/stages.ts"
import { shown } from "../../domain/text/escape.ts"
import { AuditLog } from "../../services/AuditLog.ts"
import { ReviewFiles } from "../../services/ReviewFiles.ts"
import { seeLane } from "./probe.ts"
import type { LaneSeen, ReadyRun, ReviewPlanned } from "./stages.ts"

/** Runs that can be started, and those that ended before they could. */
export interface RunsReady {
  readonly ready: ReadonlyArray<ReadyRun>
  readonly ended: ReadonlyArray<LaneEnded>
}

const refusalOf = ({ egress }: LaneSeen): LaneOutcome | undefined => {
  if (egress._tag === "Refused") return { outcome: "refused", reason: egress.reason, detail: egress.detail }
  return egress._tag === "Nowhere"
    ? unavailableOutcome({ _tag: "Unavailable", reason: egress.reason, detail: egress.detail })
    : undefined
}

const endOf = (planned: PlannedRun, { egress }: LaneSeen): string => {
  if (planned._tag === "Spawn") return planned.binary
  return egress._tag === "Allowed" ? (egress.host ?? planned.url) : planned.url
}

const targetOf = (planned: PlannedRun, seen: LaneSeen): string => {
  const { availability } = seen
  const via = availability?._tag === "Available" ? availability.via : undefined
  return `${endOf(planned, seen)}${via === undefined ? "" : ` by way of ${via}`}`
}

type Judged = { readonly ready: ReadyRun } | { readonly ended: LaneEnded }

const unasked = notAvailable("probe-failed", shown`The lane was not asked whether it can run`)

const judge = (planned: PlannedRun, seen: LaneSeen): Judged => {
  const { availability = unasked } = seen
  const refusal = refusalOf(seen)
  if (refusal === undefined && availability._tag === "Available")
    return { ready: { planned, available: availability, to: targetOf(planned, seen) } }
  const unavailable = availability._tag === "Unavailable" ? availability : unasked
  return { ended: { ...notStarted(planned.run, refusal ?? unavailableOutcome(unavailable)), planned } }
}

/** Looks at every planned lane at once. */
export const makeReady = Effect.fn("review.makeReady")(function* ({ found, lanes, plans }: ReviewPlanned) {
  const planned = lanes.runs.flatMap(({ plan }) => (Result.isSuccess(plan) ? [plan.success] : []))
  const looking = { found, repository: plans.repository }
  const judged = yield* Effect.forEach(
    planned,
    (one) => Effect.map(seeLane(one.run, looking), (seen) => judge(one, seen)),
    { concurrency: "unbounded" }
  )
  return {
    ready: judged.flatMap((one) => ("ready" in one ? [one.ready] : [])),
    ended: judged.flatMap((one) => ("ended" in one ? [one.ended] : []))
  } satisfies RunsReady
})

/** Writes the prompt of each run to its file, and down in the audit log where each goes. Nothing is sent before. */
export const recordRuns = Effect.fn("review.record")(function* (
  { found, runId }: ReviewPlanned,
  ready: ReadonlyArray<ReadyRun>
) {
  const files = yield* ReviewFiles
  const audit = yield* AuditLog
  const hashes = new Map<string, string>()
  const hashOf = (text: string): string => {
    const hash = hashes.get(text) ?? sha512Integrity(text)
    hashes.set(text, hash)
    return hash
  }
  yield* Effect.forEach(ready, ({ planned }) => files.put(planned.prompt.path, planned.prompt.text), {
    discard: true
  })
  yield* audit.recordEgress(
    ready.map(({ planned: { prompt, run }, to }) => ({
      id: run.lane.capabilityId,
      scope: found.scopes.get(run.lane.capabilityId) ?? "global",
      run: runId,
      lane: run.identity,
      to,
      bytes: new TextEncoder().encode(prompt.text).length,
      prompt: hashOf(prompt.text)
    }))
  )
})
