import * as Result from "effect/Result"
import { interpreterIn, interpreterName, interpreterSwitches, shimLine } from "./cmdShim.ts"
import { reveal, variableIn, type Environment, type Sensitive } from "./environment.ts"
import { SpawnFailed, UnsupportedShim } from "./errors.ts"
import type { ResolvedBinary } from "./resolveBinary.ts"

/** What is handed to the operating system for a program that was found. */
export interface StartPlan {
  /** Absolute path of what is started; never a line for a shell. */
  readonly file: string
  readonly args: ReadonlyArray<string>
  /** Variables besides those of the run. */
  readonly addedEnv: Readonly<Record<string, string>>
  /** Name that the program sees itself under, where the arguments go as they stand, without quoting (Windows only). */
  readonly verbatimAs?: string
}

/** The parts of a request that decide how its program is started. */
export interface StartRequest {
  readonly command: string
  readonly args: ReadonlyArray<Sensitive>
  readonly env: Environment
  readonly directory: string
}

/** With it `cmd.exe` looks for no bare name in the working directory, the repository under review. */
export const noCurrentDirectory = "NoDefaultCurrentDirectoryInExePath"

const planBatch = (
  path: string,
  { command, args, env, directory }: StartRequest
): Result.Result<StartPlan, SpawnFailed> => {
  const file = interpreterIn(env)
  if (file === undefined)
    return Result.fail(new SpawnFailed({ command, reason: "shim-interpreter-missing", place: path }))
  const line = shimLine({ path, args: args.map(reveal), directory })
  if (Result.isFailure(line)) {
    const place = line.failure === "shim-directory-unc" ? directory : path
    return Result.fail(new SpawnFailed({ command, reason: line.failure, place }))
  }
  const addedEnv = variableIn(env, noCurrentDirectory, true) ? {} : { [noCurrentDirectory]: "1" }
  return Result.succeed({
    file,
    args: [...interpreterSwitches, line.success],
    addedEnv,
    verbatimAs: interpreterName
  })
}

/** How a program that was found is started: itself, or a batch file through `cmd.exe`. */
export const planStart = (
  binary: ResolvedBinary,
  request: StartRequest
): Result.Result<StartPlan, SpawnFailed | UnsupportedShim> => {
  switch (binary.kind) {
    case "native":
      return Result.succeed({ file: binary.path, args: request.args.map(reveal), addedEnv: {} })
    case "batch":
      return planBatch(binary.path, request)
    case "powershell":
    case "associated":
      return Result.fail(new UnsupportedShim({ command: request.command, path: binary.path }))
  }
}

/** Tells whether a program that was found can be started there, whatever its arguments will be. */
export const canStart = (binary: ResolvedBinary, where: Pick<StartRequest, "env" | "directory">): boolean =>
  Result.isSuccess(planStart(binary, { ...where, command: binary.path, args: [] }))
