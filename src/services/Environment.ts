import * as Context from "effect/Context"

/** What the operating system tells about this process; read once, so that tests can say it. */
export class Environment extends Context.Service<
  Environment,
  {
    /** The user's home directory, absolute. */
    readonly home: string
    /** Working directory, absolute. */
    readonly workingDirectory: string
    /** Effective user id; undefined where the system has none. */
    readonly userId: number | undefined
    readonly processId: number
    readonly platform: string
    /** Environment variables; names as the system spells them. */
    readonly variables: ReadonlyMap<string, string>
    /** The command as typed, for messages. */
    readonly command: string
  }
>()("gsd/services/Environment") {}
