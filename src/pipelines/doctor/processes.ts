import * as Effect from "effect/Effect"
import { ownerOfProcess, realmOfProcess, type ProcessFacts } from "../../domain/doctor/judgeProcesses.ts"
import { realmOf } from "../../domain/process/cookie.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { ReviewFiles } from "../../services/ReviewFiles.ts"
import { Spawner } from "../../services/Spawner.ts"

/** Finds processes of this home's runs and folders of reviews, and asks whether their owners live. */
export const processFacts = Effect.fn("doctor.processes")(function* () {
  const spawner = yield* Spawner
  const files = yield* ReviewFiles
  const { processId } = yield* Environment
  const { paths } = yield* GsdHome
  const own = realmOf(paths.root)
  const carriers = (yield* spawner.processes()).filter((entry) => (realmOfProcess(entry) ?? own) === own)
  const folders = (yield* files.runs).filter(({ kept }) => !kept)
  const runs = folders.map(({ note, path }) => ({ path, owner: note?.pid }))
  const owners = new Set([...carriers.map(ownerOfProcess), ...runs.map(({ owner }) => owner)])
  const known = [...owners].filter((owner) => owner !== undefined)
  const alive = yield* Effect.filter(known, spawner.isRunning)
  return { own: processId, carriers, runs, alive: new Set(alive) } satisfies ProcessFacts
})
