import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as ClusterWorkflowEngine from "effect/cluster/ClusterWorkflowEngine"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import * as RunnerHealth from "effect/cluster/RunnerHealth"
import * as Runners from "effect/cluster/Runners"
import * as Sharding from "effect/cluster/Sharding"
import * as ShardingConfig from "effect/cluster/ShardingConfig"
import * as SqlMessageStorage from "effect/cluster/SqlMessageStorage"
import * as SqlRunnerStorage from "effect/cluster/SqlRunnerStorage"
import type { SqlClient } from "effect/sql/SqlClient"
import { SqlError } from "effect/sql/SqlError"
import type { ClusterAddress } from "../../domain/cluster/address.ts"
import { ClusterDriverMissing, ClusterUnreachable } from "../../domain/cluster/errors.ts"
import type { LaneKey } from "../../domain/cluster/laneKey.ts"
import { limits } from "../../domain/limits.ts"

/** Prefix of our tables, so that a database may be shared with other clusters. */
export const tablePrefix = "gsd"

const driver = "@effect/sql-pg"

type Postgres = Extract<ClusterAddress, { readonly _tag: "Postgres" }>

const postgres = ({ encrypt, url }: Postgres) =>
  Effect.map(
    Effect.tryPromise({
      try: () => import("@effect/sql-pg/PgClient"),
      catch: () => new ClusterDriverMissing({ driver })
    }),
    (client) =>
      client.layer({
        url,
        applicationName: "gsd",
        maxMessageSize: limits.clusterMessageBytes,
        ...(encrypt ? { ssl: true } : {})
      })
  )

const sqlite = (path: string) =>
  Effect.map(
    Effect.promise(() => import("./SqliteNode.ts")),
    (client) => client.layerWith(path)
  )

/** What lies behind an error; the first of several attempts where there were more. */
const behind = (error: Error): unknown => {
  if (error instanceof SqlError) return error.reason.cause
  return error instanceof AggregateError ? error.errors[0] : error.cause
}

/** What a driver says of a failure, in one line: the innermost words that there are. */
const problemOf = (error: unknown): string => {
  if (!(error instanceof Error)) return error === undefined ? "" : (String(error).split("\n", 1)[0] ?? "")
  const inner = problemOf(behind(error))
  return inner === "" ? (error.message.split("\n", 1)[0] ?? "") : inner
}

/** Whatever keeps the storage from being used, migrations that die too, is that it cannot be used. */
export const unreachable =
  ({ shown: address }: ClusterAddress) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, ClusterUnreachable, R> =>
    Effect.catchCause(effect, (cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.fail(new ClusterUnreachable({ address, problem: problemOf(Cause.squash(cause)) }))
    )

/** The database of a cluster; its driver is loaded with it. */
export const databaseAt = (
  address: ClusterAddress
): Effect.Effect<Layer.Layer<SqlClient, SqlError>, ClusterDriverMissing> =>
  address._tag === "Postgres" ? postgres(address) : sqlite(address.path)

/** Who takes part in a cluster: a runner with a name and offers, or someone who only asks. */
export interface Part {
  readonly lease: Duration.Duration
  readonly runner?: { readonly name: string; readonly offers: ReadonlyArray<LaneKey> }
}

const configOf = ({ lease, runner }: Part): Partial<ShardingConfig.ShardingConfig["Service"]> => ({
  // Names, no places: nobody connects to a runner.
  runnerAddress: Option.map(Option.fromUndefinedOr(runner), ({ name }) => RunnerAddress.make(name, 1)),
  ...(runner === undefined
    ? {}
    : { availableShardGroups: runner.offers, assignedShardGroups: runner.offers }),
  shardsPerGroup: limits.clusterShards,
  // Advisory locks are numbered by the place of a group in a list that all runners share; ours offer different ones.
  shardLockDisableAdvisory: true,
  shardLockExpiration: lease,
  shardLockRefreshInterval: Duration.times(lease, 1 / 3),
  entityMessagePollInterval: Duration.millis(limits.clusterPollMillis),
  entityReplyPollInterval: Duration.millis(limits.clusterPollMillis),
  refreshAssignmentsInterval: Duration.millis(2 * limits.clusterPollMillis),
  // A lane that runs stays where it is when another runner joins.
  entityTerminationTimeout: Duration.millis(limits.laneMillis)
})

/**
 * Effect's cluster over nothing but a database: messages, replies, the directory of runners and their leases are rows, and
 * no runner listens on a port. Tables are made where they are missing.
 */
const clusterOver = (part: Part) =>
  Sharding.layer.pipe(
    Layer.provideMerge(Runners.layerNoop),
    Layer.provideMerge(
      SqlMessageStorage.layerWith({ prefix: tablePrefix }).pipe(Layer.provide(NodeCrypto.layerDigest))
    ),
    Layer.provideMerge(SqlRunnerStorage.layerWith({ prefix: tablePrefix })),
    Layer.provide(RunnerHealth.layerNoop),
    Layer.provide(ShardingConfig.layer(configOf(part))),
    Layer.fresh
  )

/** The workflow engine and its cluster, over a database. */
export const engineOver = (part: Part) => Layer.provideMerge(ClusterWorkflowEngine.layer, clusterOver(part))
