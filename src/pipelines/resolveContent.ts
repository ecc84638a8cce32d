import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { limits } from "../domain/limits.ts"
import type { Registry } from "../domain/registry/Registry.ts"
import { readContent } from "../domain/task/content.ts"
import { ResolverAmbiguous, ResolverOutputInvalid, TrackerIdUnknown } from "../domain/task/errors.ts"
import type { ResolvedTask, TaskResult } from "../domain/task/resolved.ts"
import { inactiveResolvers, resolversOf } from "../domain/task/resolver.ts"
import { trackerIdOf } from "../domain/task/trackerId.ts"
import { loadRegistry } from "./loadRegistry.ts"
import { currentProject } from "./project/scope.ts"
import { trackedTasks } from "./task/plan.ts"
import { keptReadFirst } from "./task/readFirst.ts"
import { runResolver, type Asked } from "./task/run.ts"

/** Which task of which plan. */
export interface ResolveRequest {
  /** Path of the plan, from the working directory. */
  readonly plan: string
  /** The whole `tracker-id`, as it stands in the plan. */
  readonly trackerId: string
}

/** Asks the resolver and judges what it printed. */
const askFor = Effect.fnUntraced(function* (asked: Asked) {
  const { resolver, root, trackerId } = asked
  const capability = resolver.member.id
  const read = yield* Effect.fromResult(
    Result.mapError(
      readContent(yield* runResolver(asked)),
      (unreadable) => new ResolverOutputInvalid({ capability, trackerId, ...unreadable })
    )
  )
  if (read.isEmpty)
    return {
      trackerId,
      resolved: false,
      reason: "empty",
      capability,
      warnings: read.warnings
    } satisfies ResolvedTask
  const readFirst = yield* keptReadFirst(read.content.readFirst, root)
  return {
    trackerId,
    resolved: true,
    capability,
    content: { ...read.content, readFirst: readFirst.paths },
    warnings: [...read.warnings, ...readFirst.warnings]
  } satisfies ResolvedTask
})

/** What is known of every task before one is asked for. */
interface Ground {
  readonly root: string
  readonly registry: Registry
}

const resolve = Effect.fnUntraced(function* ({ registry, root }: Ground, trackerId: string) {
  const named = trackerIdOf(trackerId)
  if (named === undefined)
    return { trackerId, resolved: false, reason: "not-applicable", warnings: [] } satisfies ResolvedTask
  const { prefix } = named
  const [resolver, ...others] = resolversOf(registry, prefix)
  if (resolver === undefined)
    return {
      trackerId,
      resolved: false,
      reason: "no-resolver",
      warnings: inactiveResolvers(registry, prefix)
    } satisfies ResolvedTask
  if (others.length > 0)
    return yield* new ResolverAmbiguous({
      prefix,
      capabilities: [resolver, ...others].map(({ member }) => member.id)
    })
  return yield* askFor({ trackerId, named, resolver, root })
})

const groundIn = Effect.gen(function* () {
  const scope = yield* currentProject
  return {
    root: scope.root,
    registry: yield* loadRegistry({ includeInstalled: true, scope })
  } satisfies Ground
})

/**
 * Reads what a tracker says of one task of a plan, through the capability that has the prefix of its id. Needs a project
 * that holds the plan. Errors: `TrackerIdUnknown`, `PlanOutsideProject`, `PlanMissing`, and those of `ResolverError`,
 * after any of which the task is not to be carried out. Source: seed 000, taskContentResolver.
 */
export const resolveContent = Effect.fn("resolveContent")(function* ({ plan, trackerId }: ResolveRequest) {
  const { root } = yield* currentProject
  const tasks = yield* trackedTasks(plan, root)
  if (!tasks.some((task) => task.trackerId === trackerId))
    return yield* new TrackerIdUnknown({ plan, trackerId, known: tasks.map((task) => task.trackerId) })
  return yield* resolve(yield* groundIn, trackerId)
})

/**
 * The same for every task of a plan that names a tracker, several at once; in the order of the plan. An id that stands
 * at two tasks is asked for once. The failure of one hides none of the others.
 */
export const resolveAllContent = Effect.fn("resolveAllContent")(function* (plan: string) {
  const { root } = yield* currentProject
  const tasks = yield* trackedTasks(plan, root)
  const ids = [...new Set(tasks.map(({ trackerId }) => trackerId))]
  if (ids.length === 0) return []
  const ground = yield* groundIn
  const results = yield* Effect.forEach(
    ids,
    (id) => Effect.map(Effect.result(resolve(ground, id)), (result) => [id, result] as const),
    { concurrency: limits.taskResolvers }
  )
  const byId = new Map(results)
  return tasks.flatMap(({ line, name, trackerId }): ReadonlyArray<TaskResult<ResolveError>> => {
    const result = byId.get(trackerId)
    if (result === undefined) return []
    return [
      Result.isSuccess(result)
        ? { name, line, ...result.success }
        : { name, line, trackerId, error: result.failure }
    ]
  })
})

/** Why one task of a plan could not be resolved. */
type ResolveError = Effect.Error<ReturnType<typeof resolve>>
