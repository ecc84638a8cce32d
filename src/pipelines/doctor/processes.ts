import * as Effect from "effect/Effect"
import { ownerOfProcess, type ProcessFacts } from "../../domain/doctor/judgeProcesses.ts"
import { Environment } from "../../services/Environment.ts"
import { ReviewFiles } from "../../services/ReviewFiles.ts"
import { Spawner } from "../../services/Spawner.ts"

/** Finds processes of runs and folders of reviews, and asks whether their owners live. */
export const processFacts = Effect.fn("doctor.processes")(function* () {
  const spawner = yield* Spawner
  const files = yield* ReviewFiles
  const { processId } = yield* Environment
  const carriers = yield* spawner.processes()
  const folders = (yield* files.runs).filter(({ kept }) => !kept)
  const runs = folders.map(({ note, path }) => ({ path, owner: note?.pid }))
  const owners = new Set([...carriers.map(ownerOfProcess), ...runs.map(({ owner }) => owner)])
  const known = [...owners].filter((owner) => owner !== undefined)
  const alive = yield* Effect.filter(known, spawner.isRunning)
  return { own: processId, carriers, runs, alive: new Set(alive) } satisfies ProcessFacts
})
