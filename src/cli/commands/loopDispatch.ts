import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { exitCode } from "../../domain/hinted.ts"
import { outcomesPath } from "../../domain/loop/record.ts"
import { Afterword } from "../Board.ts"
import { Concluded } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderDispatched } from "../render/loopDispatch.ts"
import { inEngine, print } from "../verb.ts"
import { load, optionally } from "./flags.ts"
import { pointNamed } from "./loopFlags.ts"
import { aboutOf, pointFlags } from "./loopPointFlags.ts"
import { warn } from "./reviewListening.ts"

const flags = {
  ...pointFlags,
  hook: Flag.String("hook").pipe(
    Flag.withMetavar("ID"),
    Flag.withDescription("Only this hook, such as ui/gate/0; may be given again"),
    Flag.atLeast(0)
  ),
  steps: Flag.Boolean("steps").pipe(
    Flag.withDescription("Only steps"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  gates: Flag.Boolean("gates").pipe(
    Flag.withDescription("Only gates; with --steps steps and gates"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  phaseReqIds: Flag.String("phase-req-ids").pipe(
    Flag.withMetavar("IDS"),
    Flag.withDescription("PHASE_REQ_IDS of gates' commands; otherwise what the roadmap names for the phase"),
    Flag.optional
  )
}

/** `gsd loop dispatch POINT`. Exit 7 when a blocking gate holds the loop; 0 otherwise, also when a step ended the point. */
export const loopDispatch = Command.make(
  "dispatch",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const point = yield* pointNamed("gsd loop dispatch", input.point)
    const { gates, hook: hooks, steps } = input
    const pipeline = yield* load(() => import("../../pipelines/loopDispatch.ts"))
    const tell = yield* Afterword
    tell(`what had run stands in \`${outcomesPath}\``)
    const requested = {
      point,
      ...aboutOf(input),
      hooks,
      steps,
      gates,
      ...optionally("requirements", input.phaseReqIds)
    }
    const dispatched = yield* inEngine(common, () => pipeline.loopDispatch(requested))
    yield* print(common, dispatched, renderDispatched)
    yield* warn(dispatched.warnings)
    if (dispatched.verdict === "blocked") return yield* new Concluded({ code: exitCode.degraded })
  })
).pipe(
  Command.withDescription(
    "Run a point: hand over what agents do, run commands, ask gates, note what became of each"
  ),
  Command.withExamples([
    { command: "gsd loop dispatch plan:pre --phase 3", description: "Everything that is in force there" },
    { command: "gsd loop dispatch ship:pre --gates --json", description: "Ask the gates again" }
  ])
)
