import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import * as MachineId from "effect/cluster/MachineId"
import * as Snowflake from "effect/cluster/Snowflake"
import { SqlClient } from "effect/sql/SqlClient"
import { hostname } from "node:os"
import { limits } from "../../domain/limits.ts"
import type { Serving } from "../../services/LaneCluster.ts"
import { engineOver, tablePrefix } from "./storage.ts"
import { laneWorkflowLayer } from "./workflow.ts"

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

/** Serves lanes over a database until it is interrupted. */
export const serveOver = Effect.fnUntraced(function* (serving: Serving, lease: Duration.Duration) {
  const name = yield* newName
  const scope = yield* Effect.scope
  // The engine closes first: it hands lanes that run over to others at once, where their own end waits for theirs.
  const workflowScope = yield* Scope.fork(scope)
  const engineScope = yield* Scope.fork(scope)
  const part = { lease, runner: { name, offers: serving.offers } }
  const engine = yield* Layer.buildWithScope(engineOver(part), engineScope)
  const workflow = laneWorkflowLayer(serving, name).pipe(Layer.provide(Layer.succeedContext(engine)))
  yield* Layer.buildWithScope(workflow, workflowScope)
  yield* Effect.forkScoped(purging)
  yield* serving.ready(name)
  return yield* Effect.never
}, Effect.scoped)
