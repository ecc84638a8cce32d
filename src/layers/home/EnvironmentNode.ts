import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { homedir } from "node:os"
import { isAbsolute } from "node:path"
import { Environment } from "../../services/Environment.ts"

const variablesOf = (env: NodeJS.ProcessEnv): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  )

const currentDirectory = Option.liftThrowable(() => process.cwd())

/** A working directory that was deleted has no path any more: then the one that the shell says it had, where nothing is found. */
const workingDirectory = (): string =>
  Option.getOrElse(currentDirectory(), () => {
    const named = process.env["PWD"] ?? ""
    return isAbsolute(named) ? named : "/"
  })

/** The environment of this process, read once; `command` is how it was called, for messages. */
export const layerWith = (command: string): Layer.Layer<Environment> =>
  Layer.sync(Environment, () =>
    Environment.of({
      home: process.env["HOME"] ?? homedir(),
      workingDirectory: workingDirectory(),
      userId: process.geteuid?.(),
      processId: process.pid,
      platform: process.platform,
      variables: variablesOf(process.env),
      command
    })
  )
