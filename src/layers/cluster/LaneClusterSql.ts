import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as References from "effect/References"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as ClusterWorkflowEngine from "effect/cluster/ClusterWorkflowEngine"
import * as MachineId from "effect/cluster/MachineId"
import { RunnerStorage } from "effect/cluster/RunnerStorage"
import * as Snowflake from "effect/cluster/Snowflake"
import { SqlClient } from "effect/sql/SqlClient"
import { hostname } from "node:os"
import type { ClusterAddress } from "../../domain/cluster/address.ts"
import type { ClusterError } from "../../domain/cluster/errors.ts"
import { LaneKey, type RunnerSeen } from "../../domain/cluster/laneKey.ts"
import { limits } from "../../domain/limits.ts"
import { LaneCluster, type Serving } from "../../services/LaneCluster.ts"
import { handingServices, handOver } from "./handOver.ts"
import { clusterOver, databaseAt, tablePrefix, unreachable, type Part } from "./storage.ts"
import { laneWorkflowLayer } from "./workflow.ts"

/** Where a cluster is, and how its runners are told from those that are gone. */
export interface ClusterOptions {
  readonly address: ClusterAddress
  /** How long a runner counts as there after its last sign of life, `limits.clusterLeaseMillis` when left out. */
  readonly lease?: Duration.Duration
}

/** The engine and its cluster, over a database. */
const engineOf = (part: Part) => Layer.provideMerge(ClusterWorkflowEngine.layer, clusterOver(part))

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

/** Name of a runner, that no other one has or had: what it began is told from what its successor begins. */
const newName = Effect.map(Random.nextIntBetween(0, 2 ** 32 - 1), (random) => {
  const host = hostname()
    .replaceAll(/[^\w.-]/gu, "_")
    .slice(0, 100)
  return `${host}-${process.pid}-${random.toString(16).padStart(8, "0")}`
})

/** Takes out what requesters left behind that were gone before their lane came back. */
const purge = Effect.gen(function* () {
  const sql = yield* SqlClient
  const timestamp = (yield* Clock.currentTimeMillis) - limits.clusterKeptMillis
  const oldest = String(Snowflake.make({ machineId: MachineId.make(0), sequence: 0, timestamp }))
  yield* sql`DELETE FROM ${sql(`${tablePrefix}_replies`)} WHERE request_id < ${oldest}`
  yield* sql`DELETE FROM ${sql(`${tablePrefix}_messages`)} WHERE id < ${oldest}`
})

const purging = Effect.repeat(Effect.ignoreCause(purge), Schedule.spaced(Duration.hours(1)))

const serveOver = Effect.fnUntraced(function* (serving: Serving, lease: Duration.Duration) {
  const name = yield* newName
  const scope = yield* Effect.scope
  // The engine closes first: it hands lanes that run over to others at once, where their own end waits for theirs.
  const workflowScope = yield* Scope.fork(scope)
  const engineScope = yield* Scope.fork(scope)
  const part: Part = { lease, runner: { name, offers: serving.offers } }
  const engine = yield* Layer.buildWithScope(engineOf(part), engineScope)
  const workflow = laneWorkflowLayer(serving, name).pipe(Layer.provide(Layer.succeedContext(engine)))
  yield* Layer.buildWithScope(workflow, workflowScope)
  yield* Effect.forkScoped(purging)
  yield* serving.ready(name)
  return yield* Effect.never
}, Effect.scoped)

/**
 * A cluster whose runners meet in a database, on Effect's own cluster and workflow engine. The database is reached and its
 * tables are made when the layer is built; fails with `ClusterUnreachable` when it cannot be.
 */
export const layerWith = ({
  address,
  lease = Duration.millis(limits.clusterLeaseMillis)
}: ClusterOptions): Layer.Layer<LaneCluster, ClusterError> => {
  const translated = unreachable(address)
  const make = Effect.gen(function* () {
    const database = yield* databaseAt(address)
    const context = yield* translated(Layer.build(Layer.provideMerge(engineOf({ lease }), database)))
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
