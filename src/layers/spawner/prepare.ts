import * as Effect from "effect/Effect"
import { checkRun } from "../../domain/process/checkRun.ts"
import { SpawnFailed } from "../../domain/process/errors.ts"
import type { FileState } from "../../domain/process/resolveBinary.ts"
import { planStart } from "../../domain/process/startPlan.ts"
import type { RunRequest } from "../../services/Spawner.ts"
import { findBinary } from "./findBinary.ts"
import type { inspectDirectory } from "./inspectFile.ts"
import { refuseDirectory } from "./translateRefusal.ts"

/** The system that something is started on, as far as it is looked at before. */
export interface Machine {
  readonly isWindows: boolean
  readonly inspectBinary: (path: string) => FileState
  readonly inspectDirectory: typeof inspectDirectory
}

/** Finds what can be known to be wrong before the start; otherwise what is handed to the system. Starts nothing. */
export const prepare = Effect.fnUntraced(function* <E, R>(request: RunRequest<E, R>, machine: Machine) {
  const { command, env, directory } = request
  const { isWindows, inspectBinary } = machine
  const wrong = checkRun(request, isWindows) ?? refuseDirectory(command, directory, machine.inspectDirectory)
  if (wrong !== undefined) return yield* wrong
  const binary = yield* findBinary({ name: command, env, isWindows }, inspectBinary)
  const plan = yield* Effect.fromResult(planStart(binary, request))
  // A program that vanishes after it was found is the system's to tell; an interpreter was not looked for yet.
  if (binary.kind === "batch" && inspectBinary(plan.file) !== "executable")
    return yield* new SpawnFailed({ command, reason: "shim-interpreter-missing", place: plan.file })
  return plan
})
