import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { HelpFinding } from "../../domain/lane/availability.ts"
import { childEnvironment } from "../../domain/lane/childEnvironment.ts"
import type { Environment as ChildEnvironment } from "../../domain/process/environment.ts"
import { Environment } from "../../services/Environment.ts"
import type { LaneProbe } from "../../services/Lanes.ts"
import { Spawner } from "../../services/Spawner.ts"

/** How a program is started. */
export interface Command {
  readonly command: string
  /** Arguments that come first. */
  readonly args: ReadonlyArray<string>
}

/** What Lanes are told. */
export interface LanesOptions {
  /** How this very program is started; lanes that name `gsd` run it, whatever is on PATH. */
  readonly ownProgram?: Command
}

const ownName = "gsd"

/** Tells whether a lane's program is this one. */
export const isOwn = (binary: string, { ownProgram }: LanesOptions): boolean =>
  binary === ownName && ownProgram !== undefined

/** How a lane's program is started. */
export const commandOf = (binary: string, { ownProgram }: LanesOptions): Command =>
  binary === ownName && ownProgram !== undefined ? ownProgram : { command: binary, args: [] }

/** Where a program is asked. */
export interface Asked {
  readonly env: ChildEnvironment
  readonly directory: string
  readonly timeout: Duration.Duration
}

/** What is read of a help; more would be no help. */
const helpBytes = 1024 * 1024

const helpOutput = { _tag: "Keep", capBytes: helpBytes, part: "head" } as const

/** Asks a program for its help, on whichever output and with whatever exit code it says it. */
export const askHelp = Effect.fnUntraced(function* (
  { command, args }: Command,
  { env, directory, timeout }: Asked
) {
  const outcome = yield* Effect.result(
    (yield* Spawner).run({
      command,
      args: [...args, "--help"],
      env,
      directory,
      timeout,
      stdout: helpOutput,
      stderr: helpOutput
    })
  )
  if (outcome._tag === "Failure")
    return { _tag: "NotStarted", problem: outcome.failure.message } satisfies HelpFinding
  const end = outcome.success
  if (end._tag === "TimedOut") return { _tag: "TimedOut" } satisfies HelpFinding
  const text = [end.stdout, end.stderr].map(({ bytes }) => new TextDecoder().decode(bytes)).join("\n")
  return { _tag: "Said", text } satisfies HelpFinding
})

/** The environment in which a lane's programs are looked for and asked: the one they would run in. */
export const probeEnvironment = Effect.fnUntraced(function* ({ lane, settings }: LaneProbe) {
  const { platform, variables } = yield* Environment
  const parent = Object.fromEntries(variables)
  return childEnvironment({ lane, settings, parent, effort: undefined, isWindows: platform === "win32" }).env
})
