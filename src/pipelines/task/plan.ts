import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import { isWithin } from "../../domain/paths.ts"
import { parsePlan } from "../../domain/planLint/parsePlan.ts"
import { PlanOutsideProject } from "../../domain/task/errors.ts"
import type { TaskPlace } from "../../domain/task/resolved.ts"
import { Environment } from "../../services/Environment.ts"
import { readFile, realFile } from "../planLint/read.ts"

/** A task that names a tracker, with its place. */
export interface TrackedTask extends TaskPlace {
  /** As it stands in the plan. */
  readonly trackerId: string
}

/** Tasks of a plan of the project with a tracker id, in their order. Fails with `PlanMissing` and `PlanOutsideProject`. */
export const trackedTasks = Effect.fn("task.plan")(function* (given: string, root: string) {
  const { workingDirectory } = yield* Environment
  const path = yield* Path.Path
  const real = yield* realFile(given, path.resolve(workingDirectory, given))
  if (!isWithin(real, root)) return yield* new PlanOutsideProject({ path: given, project: root })
  const { tasks } = parsePlan({ path: given, text: yield* readFile(real) })
  return tasks.flatMap(({ line, name, trackerId }): ReadonlyArray<TrackedTask> =>
    trackerId === undefined ? [] : [{ name, line, trackerId }]
  )
})
