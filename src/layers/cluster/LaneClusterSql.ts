import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import { RunnerStorage } from "effect/cluster/RunnerStorage"
import { SqlClient } from "effect/sql/SqlClient"
import type { ClusterAddress } from "../../domain/cluster/address.ts"
import type { ClusterError } from "../../domain/cluster/errors.ts"
import { LaneKey, type RunnerSeen } from "../../domain/cluster/laneKey.ts"
import { limits } from "../../domain/limits.ts"
import { LaneCluster } from "../../services/LaneCluster.ts"
import { handingServices, handOver } from "./handOver.ts"
import { serveOver } from "./serve.ts"
import { databaseAt, engineOver, unreachable } from "./storage.ts"

/** Where a cluster is, and how its runners are told from those that are gone. */
export interface ClusterOptions {
  readonly address: ClusterAddress
  /** How long a runner counts as there after its last sign of life, `limits.clusterLeaseMillis` when left out. */
  readonly lease?: Duration.Duration
}

/** What the engine logs of its own is for those who look for faults: what matters of it is told otherwise. */
const quiet = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(References.MinimumLogLevel, (level) =>
    level === "Debug" || level === "Trace" || level === "All"
      ? effect
      : Effect.provideService(effect, References.MinimumLogLevel, "None")
  )

const keysIn = (groups: ReadonlyArray<string>): ReadonlyArray<LaneKey> => groups.filter(Schema.is(LaneKey))

/** Runners with a sign of life within the lease. */
const liveRunners = Effect.map(
  Effect.flatMap(RunnerStorage, (storage) => storage.getRunners),
  (found) =>
    found
      .filter(([, healthy]) => healthy)
      .map(([{ address, groups }]): RunnerSeen => ({ name: address.host, offers: keysIn(groups) }))
)

/**
 * A cluster whose runners meet in a database, on Effect's own cluster and workflow engine. The database is reached and its
 * tables are made when the layer is built; fails with `ClusterUnreachable` when it cannot be, and with
 * `ClusterDriverMissing` where the package for PostgreSQL is not installed.
 */
export const layerWith = ({
  address,
  lease = Duration.millis(limits.clusterLeaseMillis)
}: ClusterOptions): Layer.Layer<LaneCluster, ClusterError> => {
  const translated = unreachable(address)
  const make = Effect.gen(function* () {
    const database = yield* databaseAt(address)
    const context = yield* translated(Layer.build(Layer.provideMerge(engineOver({ lease }), database)))
    const services = handingServices(context)
    const sql = Context.pick(SqlClient)(context)
    const runners = translated(Effect.provideContext(liveRunners, context)).pipe(quiet)
    return LaneCluster.of({
      address: address.shown,
      runners: Effect.withSpan(runners, "LaneCluster.runners"),
      hand: Effect.fn("LaneCluster.hand")((handed, { patience }) =>
        handOver(handed, { runners, patience: Duration.sum(patience, lease) }).pipe(
          Effect.provideContext(services),
          quiet
        )
      ),
      serve: Effect.fn("LaneCluster.serve")((serving) =>
        quiet(translated(Effect.provideContext(serveOver(serving, lease), sql)))
      )
    })
  })
  return Layer.effect(LaneCluster, quiet(make))
}
