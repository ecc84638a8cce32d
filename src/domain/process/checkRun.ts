import * as Duration from "effect/Duration"
import { reveal, type Environment, type Sensitive } from "./environment.ts"
import { InvalidTimeout, SpawnFailed } from "./errors.ts"
import { isAbsolutePath } from "./resolveBinary.ts"

/** The parts of a request that are checked before anything is started. */
export interface RunClaims {
  readonly command: string
  readonly args: ReadonlyArray<Sensitive>
  readonly env: Environment
  readonly directory: string
  readonly timeout: Duration.Duration
  readonly idleTimeout?: Duration.Duration
  readonly grace?: Duration.Duration
}

const isUsable = (limit: Duration.Duration): boolean => {
  const millis = Duration.toMillis(limit)
  return Number.isFinite(millis) && millis > 0
}

const badLimit = (claims: RunClaims): InvalidTimeout | undefined => {
  for (const which of ["timeout", "idleTimeout", "grace"] as const) {
    const limit = claims[which]
    if (limit !== undefined && !isUsable(limit)) {
      return new InvalidTimeout({ command: claims.command, which, given: Duration.format(limit) })
    }
  }
  return undefined
}

const badVariable = ({ command, env }: RunClaims): SpawnFailed | undefined => {
  for (const [name, value] of Object.entries(env)) {
    if (name === "" || /[=\0]/u.test(name)) {
      return new SpawnFailed({ command, reason: "bad-variable-name", place: name.replaceAll("\0", "\\0") })
    }
    if (reveal(value).includes("\0"))
      return new SpawnFailed({ command, reason: "variable-has-nul", place: name })
  }
  return undefined
}

const badArgument = ({ command, args }: RunClaims): SpawnFailed | undefined =>
  args.some((argument) => reveal(argument).includes("\0"))
    ? new SpawnFailed({ command, reason: "argument-has-nul" })
    : undefined

const badDirectory = ({ command, directory }: RunClaims, isWindows: boolean): SpawnFailed | undefined =>
  isAbsolutePath(directory, isWindows) && !directory.includes("\0")
    ? undefined
    : new SpawnFailed({ command, reason: "working-directory-relative", place: directory })

/** Finds the first thing wrong with a request; undefined when it may be started. */
export const checkRun = (claims: RunClaims, isWindows: boolean): InvalidTimeout | SpawnFailed | undefined =>
  badLimit(claims) ?? badArgument(claims) ?? badDirectory(claims, isWindows) ?? badVariable(claims)
