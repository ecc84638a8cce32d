import * as Layer from "effect/Layer"
import { Environment } from "../../services/Environment.ts"

/** What may be said of the process; the rest is that of one ordinary user on Linux, whose home is `/home/ada`. */
export interface FixedEnvironment {
  readonly home?: string
  /** The home when left out. */
  readonly workingDirectory?: string
  readonly userId?: number
  readonly variables?: Readonly<Record<string, string>>
  readonly command?: string
}

/** An environment of the caller's choice, for tests. */
export const layerWith = (told: FixedEnvironment = {}): Layer.Layer<Environment> => {
  const { home = "/home/ada", workingDirectory = home, userId = 1000, variables = {} } = told
  return Layer.succeed(
    Environment,
    Environment.of({
      home,
      workingDirectory,
      userId,
      processId: 4711,
      platform: "linux",
      variables: new Map(Object.entries(variables)),
      command: told.command ?? "gsd test"
    })
  )
}
