import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Environment as ChildEnvironment } from "../../domain/process/environment.ts"
import type { Outcome } from "../../domain/process/outcome.ts"
import { Environment } from "../../services/Environment.ts"
import { Spawner } from "../../services/Spawner.ts"
import { DemoHost } from "../DemoHost.ts"

/** What a command said. */
export interface Said {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Where commands run. */
export interface Place {
  readonly home: string
  readonly work: string
  readonly colour: boolean
}

const minute = Duration.minutes(1)
const capBytes = 1024 * 1024

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Exit code as a shell gives it; a command that had to be ended has none of its own. */
const exitCodeOf = (outcome: Outcome): number => (outcome._tag === "Exited" ? outcome.code : -1)

/** Nothing of the caller's environment but the search path: a home of its own, no terminal, no agent. */
const environmentOf = (place: Place, path: string): ChildEnvironment => ({
  HOME: place.home,
  PATH: path,
  ...(place.colour ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" })
})

/** Runs this very program as a person would, in a home of its own, for at most a minute. */
export const call = Effect.fnUntraced(function* (place: Place, args: ReadonlyArray<string>) {
  const { node, script } = yield* DemoHost
  const { variables } = yield* Environment
  const spawner = yield* Spawner
  const keep = { _tag: "Keep", capBytes, part: "head" } as const
  const outcome = yield* spawner.run({
    command: node,
    args: [script, ...args],
    env: environmentOf(place, variables.get("PATH") ?? ""),
    directory: place.work,
    timeout: minute,
    stdout: keep,
    stderr: keep
  })
  return {
    exitCode: exitCodeOf(outcome),
    stdout: text(outcome.stdout.bytes),
    stderr: text(outcome.stderr.bytes)
  } satisfies Said
})
