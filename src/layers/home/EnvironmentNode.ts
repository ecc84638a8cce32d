import * as Layer from "effect/Layer"
import { homedir } from "node:os"
import { Environment } from "../../services/Environment.ts"

const variablesOf = (env: NodeJS.ProcessEnv): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  )

/** The environment of this process, read once; `command` is how it was called, for messages. */
export const layerWith = (command: string): Layer.Layer<Environment> =>
  Layer.sync(Environment, () =>
    Environment.of({
      home: process.env["HOME"] ?? homedir(),
      workingDirectory: process.cwd(),
      userId: process.geteuid?.(),
      processId: process.pid,
      platform: process.platform,
      variables: variablesOf(process.env),
      command
    })
  )
