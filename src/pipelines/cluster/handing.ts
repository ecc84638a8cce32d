import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { NoRunner, type ClusterUnreachable } from "../../domain/cluster/errors.ts"
import { handedOf } from "../../domain/cluster/handed.ts"
import { laneKey, namedLane, offeredBy, type RunnerSeen } from "../../domain/cluster/laneKey.ts"
import { endedOn, failedOutcome } from "../../domain/cluster/report.ts"
import { notAvailable, type Availability } from "../../domain/lane/availability.ts"
import type { Lane } from "../../domain/lane/lane.ts"
import { notStarted } from "../../domain/lane/outcomes.ts"
import { limits } from "../../domain/limits.ts"
import { LaneCluster } from "../../services/LaneCluster.ts"
import { Lanes, type LaneStart } from "../../services/Lanes.ts"

type Directory = Effect.Effect<ReadonlyArray<RunnerSeen>, ClusterUnreachable>

const pause = Duration.millis(limits.clusterPollMillis)

/** Waits for a live runner that offers a lane's bytes. Fails with `NoRunner` when there is none within the bound. */
export const awaitRunner = Effect.fn("cluster.awaitRunner")(function* (
  lane: Lane,
  wait: Duration.Duration,
  directory: Directory
) {
  const key = laneKey(namedLane(lane))
  const began = yield* Clock.currentTimeMillis
  for (;;) {
    const found = yield* directory
    const offered = offeredBy(key, found)
    if (offered.runners.length > 0) return offered.runners
    const waitedMillis = (yield* Clock.currentTimeMillis) - began
    const left = Duration.subtract(wait, Duration.millis(waitedMillis))
    if (!Duration.isGreaterThan(left, Duration.zero))
      return yield* new NoRunner({
        slug: lane.slug,
        waitedMillis,
        runners: found.length,
        otherBytes: offered.otherBytes
      })
    yield* Effect.sleep(Duration.min(pause, left))
  }
})

const handOver = Effect.fnUntraced(function* ({ planned, runId, tell }: LaneStart, wait: Duration.Duration) {
  const cluster = yield* LaneCluster
  const began = yield* Clock.currentTimeMillis
  tell({ _tag: "Started", identity: planned.run.identity })
  const result = yield* Effect.result(cluster.hand(handedOf(runId, planned), { patience: wait }))
  if (result._tag === "Success") return endedOn(planned, result.success)
  const duration = Duration.millis((yield* Clock.currentTimeMillis) - began)
  return { ...notStarted(planned.run, failedOutcome(result.failure)), planned, duration }
})

/**
 * Lanes that run where the models are: a probe waits for a runner that offers the lane, at most as long as is said, and a
 * run is handed to it. Nothing of a lane runs on this machine.
 */
export const handingLanes = Effect.fn("cluster.handingLanes")(function* (wait: Duration.Duration) {
  const cluster = yield* LaneCluster
  const directory = yield* Effect.cachedWithTTL(cluster.runners, pause)
  const probe = (lane: Lane) =>
    Effect.match(awaitRunner(lane, wait, directory), {
      onSuccess: (): Availability => ({
        _tag: "Available",
        models: undefined,
        via: `the cluster ${cluster.address}`
      }),
      onFailure: (error): Availability => notAvailable("no-runner", error.message)
    })
  return Lanes.of({
    probe: ({ lane }) => probe(lane),
    run: (start) => Effect.provideService(handOver(start, wait), LaneCluster, cluster)
  })
})
