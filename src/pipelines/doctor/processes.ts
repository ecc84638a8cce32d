import * as Effect from "effect/Effect"
import { ownerOfProcess, type ProcessFacts } from "../../domain/doctor/judgeProcesses.ts"
import { Environment } from "../../services/Environment.ts"
import { Spawner } from "../../services/Spawner.ts"

/** Finds processes of runs, and asks whether the runs' owners live. */
export const processFacts = Effect.fn("doctor.processes")(function* () {
  const spawner = yield* Spawner
  const { processId } = yield* Environment
  const carriers = yield* spawner.processes()
  const owners = new Set(carriers.flatMap((entry) => ownerOfProcess(entry) ?? []))
  const alive = yield* Effect.filter([...owners], spawner.isRunning)
  return { own: processId, carriers, alive: new Set(alive) } satisfies ProcessFacts
})
