import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { limits } from "../../domain/limits.ts"
import { LaneCluster } from "../../services/LaneCluster.ts"
import type { RunnerEvent } from "./events.ts"

const pause = Duration.millis(limits.clusterLeaseMillis / 3)

/** Tells when the storage of a cluster no longer answers, and when it does again; never ends. */
export const watchStorage = Effect.fn("cluster.watchStorage")(function* (tell: (event: RunnerEvent) => void) {
  const { runners } = yield* LaneCluster
  let isThere = true
  for (;;) {
    yield* Effect.sleep(pause)
    const looked = yield* Effect.result(runners)
    if (looked._tag === "Failure" && isThere) tell({ _tag: "Unreachable", problem: looked.failure.problem })
    if (looked._tag === "Success" && !isThere) tell({ _tag: "Reachable" })
    isThere = looked._tag === "Success"
  }
})
