import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as Stdio from "effect/Stdio"
import * as Terminal from "effect/Terminal"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import type { HelpDoc } from "effect/cli/HelpDoc"
import { ChildProcessSpawner } from "effect/process/ChildProcessSpawner"
import { wantsJson } from "./argv.ts"
import { gsd } from "./commands/gsd.ts"
import { Afterword, Boards } from "./Board.ts"
import { board } from "./mainBoard.ts"
import { demoHost } from "./mainDemo.ts"
import { clusters, doctorEngine, engine, familyEngine, workshop } from "./mainEngine.ts"
import { standardInput } from "./mainInput.ts"
import { leaving } from "./mainLeaving.ts"
import { runMain, type Witness } from "./mainRunner.ts"
import { outputs } from "./mainPassing.ts"
import { screen } from "./mainScreen.ts"
import { renderHelp } from "./render/help.ts"
import { jsonText } from "./render/json.ts"
import { plainView } from "./render/view.ts"
import { reviewArgv } from "./reviewArgv.ts"
import { Screen } from "./Screen.ts"
import { commandWords } from "./telemetryCommand.ts"
import { isTold, telemetryFlags } from "./telemetryFlags.ts"
import { flagsIn, usageError } from "./usage.ts"
import { xArgv } from "./xArgv.ts"

/** Told of the help of a command whose command line is wrong. */
type Listening = (help: HelpDoc) => void

/** Help on stdout; what is wrong with a command line is told by the runner, like every other error. */
const presenter = (json: boolean, listening: Listening) =>
  Layer.unwrap(
    Effect.map(Screen, ({ out }) => {
      const help = Effect.fnUntraced(function* (event: CliOutput.Presenter.Help) {
        if (json && event.reason === "Requested")
          yield* Console.log(jsonText({ help: renderHelp(event.helpDoc, plainView) }))
        if (!json) yield* Console.log(renderHelp(event.helpDoc, yield* out))
      })
      return CliOutput.layerPresenter({
        present: (event) => {
          if (event._tag === "InvalidInvocation") listening(event.helpDoc)
          return event._tag === "Help" ? help(event) : Effect.void
        }
      })
    })
  )

/** What effect/cli's types ask for, for flags that read files and prompts; ours do not. */
export const unused = Layer.mergeAll(
  FileSystem.layerNoop({}),
  Path.layer,
  Stdio.layerTest({}),
  Layer.mock(ChildProcessSpawner)({}),
  Layer.succeed(
    Terminal.Terminal,
    Terminal.make({
      columns: Effect.succeed(80),
      rows: Effect.succeed(24),
      size: Effect.never,
      readInput: Effect.never,
      readLine: Effect.never,
      display: () => Effect.void
    })
  )
)

/** Flags of effect/cli's own that every command has. */
export const builtIns = [GlobalFlag.Help, GlobalFlag.Completions, GlobalFlag.LogLevel]

/** Runs any command line through effect/cli, in the services of the process. */
export const interpret = (argv: ReadonlyArray<string>, version: string) => {
  const json = wantsJson(argv)
  let flags: ReadonlyArray<string> = []
  const listening: Listening = (help) => void (flags = flagsIn(help))
  const services = Layer.mergeAll(
    presenter(json, listening),
    unused,
    demoHost,
    outputs,
    standardInput,
    doctorEngine(argv),
    workshop(argv),
    familyEngine(argv),
    clusters,
    CliConfig.layer({ builtIns })
  )
  return Command.runWith(gsd(version), { version })(reviewArgv(argv)).pipe(
    Effect.catchIf(
      (error): error is CliError.CliError => CliError.isCliError(error),
      (error) => {
        const errors = error._tag === "ShowHelp" ? error.errors : [error]
        const commandPath = error._tag === "ShowHelp" ? error.commandPath : ["gsd"]
        return errors.length === 0 && !json
          ? Effect.void
          : Effect.fail(usageError({ commandPath, flags }, errors))
      }
    ),
    Effect.provide(services)
  )
}

/** Who is told of a run; nothing is loaded where nobody is. */
const witnessOf = async (argv: ReadonlyArray<string>, version: string): Promise<Witness | undefined> => {
  const flags = telemetryFlags(argv)
  if (!isTold(flags, { get: (name) => process.env[name] })) return undefined
  const { makeWitness } = await import("./mainTelemetry.ts")
  return makeWitness({ flags, version, command: commandWords(gsd(version), argv) })
}

/** Answers any command line. */
export const runProgram = async (given: ReadonlyArray<string>, version: string): Promise<void> => {
  const argv = xArgv(given)
  runMain(
    interpret(argv, version).pipe(
      Effect.provideService(Boards, board),
      Effect.provideService(Afterword, (clause) => {
        leaving.written = clause
      }),
      Effect.provide(Layer.merge(engine(given), screen))
    ),
    argv,
    await witnessOf(argv, version)
  )
}
