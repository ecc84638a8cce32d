import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { LaneHanded } from "../domain/cluster/handed.ts"
import { NothingToOffer } from "../domain/cluster/errors.ts"
import { laneKey, namedLane } from "../domain/cluster/laneKey.ts"
import { decideConcurrency } from "../domain/lane/concurrency.ts"
import { reasonOf } from "../domain/lane/outcome.ts"
import { chooseLanes } from "../domain/lane/selection.ts"
import type { Lane } from "../domain/lane/lane.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { LaneCluster } from "../services/LaneCluster.ts"
import type { RunnerEvent } from "./cluster/events.ts"
import { serveLane } from "./cluster/serveLane.ts"
import { repositoryRoot } from "./planLint/read.ts"
import { watchStorage } from "./cluster/watching.ts"
import { findLanes } from "./review/lanes.ts"
import { seeLane } from "./review/probe.ts"
import { turnOf } from "./review/run.ts"
import type { LaneSeen } from "./review/stages.ts"

/** What a runner is asked for. */
export interface RunnerRequested {
  /** Whose lanes: with a project's its own count first. */
  readonly scope: LedgerScope
  /** Lanes by name; every lane that can run here when empty. */
  readonly lanes: ReadonlyArray<string>
  /** Returns at once. */
  readonly tell: (event: RunnerEvent) => void
}

const problemOf = ({ availability, egress }: LaneSeen): string | undefined => {
  if (egress._tag !== "Allowed") return egress.detail
  return availability?._tag === "Unavailable" ? availability.detail : undefined
}

/** Lanes of the machine, held against consent and probed. */
const lookFor = Effect.fnUntraced(function* ({ lanes: names, scope }: RunnerRequested) {
  const found = yield* findLanes(scope)
  const wanted = { flags: [], lanes: names, all: names.length === 0 }
  const { lanes } = found.roster
  const { runs } = yield* Effect.fromResult(
    chooseLanes({ lanes, wanted, settings: found.settings, host: undefined })
  )
  const looking = { found, repository: yield* repositoryRoot }
  const distinct = new Map(runs.map((run) => [run.lane.slug, run]))
  const seen = yield* Effect.forEach(
    distinct.values(),
    (run) => Effect.map(seeLane(run, looking), (one) => ({ lane: run.lane, problem: problemOf(one) })),
    { concurrency: "unbounded" }
  )
  return { seen, concurrency: decideConcurrency(found.settings) }
})

interface Told {
  readonly scope: LedgerScope
  readonly tell: RunnerRequested["tell"]
}

const serveTold = Effect.fnUntraced(function* (handed: LaneHanded, { scope, tell }: Told) {
  const { identity, run, slug } = handed
  tell({ _tag: "Begun", run, identity, slug })
  const began = yield* Clock.currentTimeMillis
  const served = yield* serveLane(handed, scope).pipe(
    Effect.tapError(({ problem, reason }) =>
      Effect.sync(() => tell({ _tag: "Refused", run, identity, reason, problem }))
    ),
    Effect.onInterrupt(() => Effect.sync(() => tell({ _tag: "Stopped", run, identity })))
  )
  const { outcome, stderr } = served.ended
  const millis = (yield* Clock.currentTimeMillis) - began
  tell({ _tag: "Ended", run, identity, outcome: outcome.outcome, reason: reasonOf(outcome), millis, stderr })
  return served
})

const offerOf = (lane: Lane) => laneKey(namedLane(lane))

/**
 * Serves lanes to the reviews of others, until it is interrupted. What it offers is looked at now: lanes of this machine
 * that can run; whether one may still run is looked at again each time. As many run at once as the configuration lets.
 * Fails with `NothingToOffer` when none can.
 */
export const serveLanes = Effect.fn("cluster.serveLanes")(function* (requested: RunnerRequested) {
  const cluster = yield* LaneCluster
  const { concurrency, seen } = yield* lookFor(requested)
  const leftOut = seen.flatMap(({ lane, problem }) =>
    problem === undefined ? [] : [{ slug: lane.slug, problem }]
  )
  const lanes = seen.flatMap(({ lane, problem }) => (problem === undefined ? [lane] : []))
  if (lanes.length === 0) return yield* new NothingToOffer({ problems: leftOut })
  const turn = turnOf(concurrency)
  const laneOf = (handed: LaneHanded) => lanes.find(({ slug }) => slug === handed.slug)
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof serveTold>>>()
  const serving = cluster.serve({
    offers: lanes.map(offerOf),
    ready: (runner) =>
      Effect.sync(() =>
        requested.tell({
          _tag: "Offering",
          runner,
          lanes: lanes.map(({ capabilityId, slug }) => ({ slug, id: capabilityId })),
          leftOut
        })
      ),
    run: (handed) => {
      const served = Effect.provideContext(serveTold(handed, requested), services)
      const lane = laneOf(handed)
      return lane === undefined ? served : turn({ lane })(served)
    }
  })
  return yield* Effect.raceFirst(serving, watchStorage(requested.tell))
})
