import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as EntityAddress from "effect/cluster/EntityAddress"
import * as EntityId from "effect/cluster/EntityId"
import * as EntityType from "effect/cluster/EntityType"
import { MessageStorage } from "effect/cluster/MessageStorage"
import { Sharding } from "effect/cluster/Sharding"
import { WorkflowEngine } from "effect/workflow/WorkflowEngine"
import { HandingTooLong, RunnerLost, type ClusterUnreachable } from "../../domain/cluster/errors.ts"
import { executionIdOf, keyOfExecution, type LaneHanded } from "../../domain/cluster/handed.ts"
import { laneKey, offeredBy, type RunnerSeen } from "../../domain/cluster/laneKey.ts"
import { limits } from "../../domain/limits.ts"
import { LaneWorkflow } from "./workflow.ts"

/** What a lane is handed over with. */
export interface HandingOver {
  readonly runners: Effect.Effect<ReadonlyArray<RunnerSeen>, ClusterUnreachable>
  /** Longest time without a live runner that offers the lane. */
  readonly patience: Duration.Duration
}

/** Between two looks at who is there. */
const watchMillis = 4 * limits.clusterPollMillis

/** Fails once nobody has offered the lane, or the storage has not answered, for longer than the patience. */
const watch = Effect.fnUntraced(function* (handed: LaneHanded, { patience, runners }: HandingOver) {
  const key = laneKey(handed)
  let seen = yield* Clock.currentTimeMillis
  for (;;) {
    yield* Effect.sleep(Duration.millis(watchMillis))
    const found = yield* Effect.result(runners)
    const now = yield* Clock.currentTimeMillis
    const isOffered = found._tag === "Success" && offeredBy(key, found.success).runners.length > 0
    if (isOffered) seen = now
    if (now - seen <= Duration.toMillis(patience)) continue
    return yield* found._tag === "Failure"
      ? found.failure
      : new RunnerLost({ slug: handed.slug, runners: [] })
  }
})

/** Longest time from handing over to the end: every start that there may be, with what is around it. */
const deadlineOf = ({ timeoutMillis }: LaneHanded): number =>
  limits.clusterStarts * (timeoutMillis + limits.clusterStartMillis)

/** Takes everything of an execution out of the storage. */
const forget = Effect.fnUntraced(function* (executionId: string) {
  const sharding = yield* Sharding
  const storage = yield* MessageStorage
  const entityId = EntityId.make(executionId)
  yield* storage.clearAddress(
    EntityAddress.make({
      entityType: EntityType.make(`Workflow/${LaneWorkflow._tag}`),
      entityId,
      shardId: sharding.getShardId(entityId, keyOfExecution(executionId))
    })
  )
})

const isOver = (executionId: string) =>
  Effect.flatMap(WorkflowEngine, (engine) => engine.poll(LaneWorkflow, executionId)).pipe(
    Effect.map((result) => Option.isSome(result) && result.value._tag === "Complete"),
    // A stored end that is a defect is an end.
    Effect.catchDefect(() => Effect.succeed(true))
  )

const untilOver = (executionId: string): Effect.Effect<void, never, WorkflowEngine> =>
  Effect.flatMap(isOver(executionId), (over) =>
    over
      ? Effect.void
      : Effect.andThen(
          Effect.sleep(Duration.millis(limits.clusterPollMillis)),
          Effect.suspend(() => untilOver(executionId))
        )
  )

/** Ends an execution on its runner; what the storage holds of it stays when nobody says in time that it is over. */
const cancel = Effect.fnUntraced(function* (executionId: string) {
  const engine = yield* WorkflowEngine
  yield* engine.interruptUnsafe(LaneWorkflow, executionId)
  yield* untilOver(executionId)
  yield* forget(executionId)
})

/** Within a bound, and whatever becomes of it: the lane's own end is the one that counts. */
const afterwards = <E, R>(effect: Effect.Effect<void, E, R>) =>
  effect.pipe(
    Effect.interruptible,
    Effect.timeoutOption(Duration.millis(limits.clusterCancelMillis)),
    Effect.ignoreCause
  )

/** Whether it is over, or nobody is there who could say that it is. */
const isSettled = (exit: Exit.Exit<unknown, { readonly _tag: string }>): boolean => {
  if (Exit.isSuccess(exit)) return true
  const error = Option.getOrUndefined(Exit.findErrorOption(exit))
  return error?._tag === "RunnerRefused" || error?._tag === "RunnerLost"
}

const execute = (handed: LaneHanded, executionId: string) =>
  Effect.flatMap(WorkflowEngine, (engine) => engine.execute(LaneWorkflow, { executionId, payload: handed }))

/** Hands a lane over and waits for its end, within every bound there is; cleans up behind it. */
export const handOver = Effect.fnUntraced(function* (handed: LaneHanded, handing: HandingOver) {
  const executionId = executionIdOf(handed)
  const millis = deadlineOf(handed)
  const tooLong = new HandingTooLong({ slug: handed.slug, millis })
  return yield* Effect.raceFirst(execute(handed, executionId), watch(handed, handing)).pipe(
    Effect.timeoutOrElse({ duration: Duration.millis(millis), orElse: () => Effect.fail(tooLong) }),
    Effect.onExit((exit) => afterwards(isSettled(exit) ? forget(executionId) : cancel(executionId)))
  )
})

/** What handing over needs, out of everything that is there. */
export const handingServices = Context.pick(MessageStorage, Sharding, WorkflowEngine)
