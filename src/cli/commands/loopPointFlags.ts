import type * as Command from "effect/cli/Command"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { setFlag, workstreamFlag } from "./configFlags.ts"
import { optionally } from "./flags.ts"

/** `--phase`. */
export const phaseFlag = Flag.String("phase").pipe(
  Flag.withMetavar("N"),
  Flag.withDescription("Phase that it is about: its number or its folder's name"),
  Flag.optional
)

/** What says where in the loop hooks run, and with which configuration. */
export const pointFlags = {
  point: Argument.String("point").pipe(
    Argument.withDescription("Point of the loop, such as plan:pre; `gsd loop points` lists them")
  ),
  phase: phaseFlag,
  phaseDir: Flag.String("phase-dir").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("The phase's folder"),
    Flag.optional
  ),
  ws: workstreamFlag,
  set: setFlag
}

type Input = Omit<Command.Command.Config.Infer<typeof pointFlags>, "point">

/** What these flags ask for. */
export const aboutOf = (input: Input) => ({
  ...optionally("phase", input.phase),
  ...optionally("phaseDir", input.phaseDir),
  ...optionally("workstream", input.ws),
  set: input.set
})
