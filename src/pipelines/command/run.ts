import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { keptBytes, takeApart, type RunnerRequest } from "../../domain/command/answer.ts"
import type { ContextFacts } from "../../domain/command/contract.ts"
import { commandEnvironment } from "../../domain/command/environment.ts"
import { CommandUnfinished } from "../../domain/command/errors.ts"
import type { CommandRun } from "../../domain/command/run.ts"
import { limits } from "../../domain/limits.ts"
import type { Outcome } from "../../domain/process/outcome.ts"
import type { ModuleProgram } from "../../services/CommandModules.ts"
import { Environment } from "../../services/Environment.ts"
import { Spawner, type OutputPlan, type RunRequest } from "../../services/Spawner.ts"

/** Takes chunks of a command's outputs, one at a time and in order; the command waits meanwhile. */
export interface CommandListener<E = never, R = never> {
  readonly stdout: (chunk: Uint8Array) => Effect.Effect<void, E, R>
  readonly stderr: (chunk: Uint8Array) => Effect.Effect<void, E, R>
}

/** A command as it is called, where that matters for its process. */
export interface RunWanted<E, R> {
  readonly args: ReadonlyArray<string>
  readonly timeout?: Duration.Duration
  readonly listener?: CommandListener<E, R>
}

/** A module that may be run, and what it is told. */
export interface RunnableModule {
  readonly context: ContextFacts
  readonly program: ModuleProgram
  readonly router: string
}

const outputPlan = <E, R>(write?: CommandListener<E, R>["stdout"]): OutputPlan<E, R> =>
  write === undefined
    ? { _tag: "Keep", capBytes: keptBytes, part: "head" }
    : { _tag: "Stream", capBytes: limits.commandOutputBytes, write }

const markNumbers = 4

/** Random enough that nothing else a command writes looks like its answer. */
const makeMark = Effect.map(
  Effect.all(Array.from({ length: markNumbers }, () => Random.nextInt)),
  (numbers) => numbers.map((one) => Math.abs(one).toString(36)).join("-")
)

const requestOf = Effect.fnUntraced(function* <E, R>(
  { args, listener, timeout = Duration.millis(limits.commandMillis) }: RunWanted<E, R>,
  { context, program, router }: RunnableModule
) {
  const { variables } = yield* Environment
  const mark = yield* makeMark
  const told: RunnerRequest = {
    module: program.module,
    router,
    args,
    context,
    mark,
    resultBytes: limits.commandResultBytes
  }
  const run: RunRequest<E, R> = {
    command: program.command,
    args: program.args,
    env: commandEnvironment(variables, context),
    directory: context.projectRoot,
    stdin: JSON.stringify(told),
    timeout,
    stdout: outputPlan(listener?.stdout),
    stderr: outputPlan(listener?.stderr)
  }
  return { mark, run }
})

/** The end that is no answer of the module's. */
const unfinished = (
  outcome: Outcome,
  { family, capability }: ContextFacts
): CommandUnfinished | undefined => {
  if (outcome._tag === "Signaled") return new CommandUnfinished({ family, capability, end: outcome.signal })
  return outcome._tag === "TimedOut"
    ? new CommandUnfinished({
        family,
        capability,
        end: "timeout",
        seconds: Duration.toSeconds(outcome.limit)
      })
    : undefined
}

/** Runs a module to its end; outputs go to the listener, or are kept. */
export const runModule = Effect.fn("command.runModule")(function* <E, R>(
  wanted: RunWanted<E, R>,
  runnable: RunnableModule
) {
  const spawner = yield* Spawner
  const { context } = runnable
  const { mark, run } = yield* requestOf(wanted, runnable)
  const outcome = yield* spawner.run(run)
  const failure = unfinished(outcome, context)
  if (failure !== undefined) return yield* failure
  const stdout = takeApart(outcome.stdout.bytes, mark)
  const stderr = takeApart(outcome.stderr.bytes, mark)
  return {
    family: context.family,
    capability: context.capability,
    exitCode: outcome._tag === "Exited" ? outcome.code : 1,
    stdout: stdout.text,
    stderr: stderr.text,
    truncated:
      [outcome.stdout, outcome.stderr].some((one) => one.truncated) || stdout.truncated || stderr.truncated,
    ...("result" in stdout ? { result: stdout.result } : {})
  } satisfies CommandRun
})
