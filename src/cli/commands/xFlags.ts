import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { limits } from "../../domain/limits.ts"
import { workstreamFlag } from "./configFlags.ts"
import { optionally } from "./flags.ts"
import { refuse } from "./reviewFlags.ts"

/** What `gsd x` takes: everything but the words stands before the family. */
export const xFlags = {
  words: Argument.variadic(
    Argument.String("family").pipe(
      Argument.withDescription("Command family, then what its module is given: word for word, flags too")
    )
  ),
  timeout: Flag.Int("timeout").pipe(
    Flag.withMetavar("SECONDS"),
    Flag.withDescription(`Longest run, before FAMILY; ${limits.commandMillis / 1000} when left out`),
    Flag.optional
  ),
  phase: Flag.String("phase").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription("Phase that the command is about, before FAMILY: its number or its folder's name"),
    Flag.optional
  ),
  phaseDir: Flag.String("phase-dir").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("The phase's folder, before FAMILY"),
    Flag.optional
  ),
  ws: workstreamFlag
}

type Input = Command.Command.Config.Infer<typeof xFlags>

/** What its flags ask for; a time limit that is none is refused. */
export const requestOf = Effect.fnUntraced(function* (input: Input) {
  const seconds = Option.getOrUndefined(input.timeout)
  const most = limits.commandMostMillis / 1000
  if (seconds !== undefined && (seconds < 1 || seconds > most))
    return yield* refuse("gsd x", `\`--timeout\` is ${seconds}, and 1 to ${most} seconds are allowed`)
  return {
    ...(seconds === undefined ? {} : { timeout: Duration.seconds(seconds) }),
    ...optionally("phase", input.phase),
    ...optionally("phaseDir", input.phaseDir),
    ...optionally("workstream", input.ws)
  }
})
