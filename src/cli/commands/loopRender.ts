import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commonFlags } from "../globals.ts"
import { printRendered } from "../renderedPoint.ts"
import { inEngine } from "../verb.ts"
import { setFlag, workstreamFlag } from "./configFlags.ts"
import { load, optionally } from "./flags.ts"
import { pointNamed } from "./loopFlags.ts"
import { refuse } from "./reviewFlags.ts"

const command = "gsd loop render"

const flags = {
  point: Argument.String("point").pipe(
    Argument.withDescription("Point of the loop, such as plan:pre; `gsd loop points` lists them")
  ),
  markdown: Flag.Boolean("markdown").pipe(
    Flag.withDescription("Print Markdown for an agent to read, which is what is printed without --json"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  ws: workstreamFlag,
  set: setFlag
}

/** `gsd loop render POINT`. */
export const loopRender = Command.make(
  "render",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    if (common.json && input.markdown)
      return yield* refuse(command, "`--json` and `--markdown` exclude each other")
    const point = yield* pointNamed(command, input.point)
    const pipeline = yield* load(() => import("../../pipelines/loopRender.ts"))
    const rendered = yield* inEngine(common, () =>
      pipeline.loopRender({ point, set: input.set, ...optionally("workstream", input.ws) })
    )
    yield* printRendered(common, rendered)
  })
).pipe(
  Command.withDescription("What is in force at a point now: steps, contributions and gates, in order"),
  Command.withExamples([
    { command: "gsd loop render plan:pre", description: "As an agent reads it" },
    { command: "gsd loop render plan:pre --json", description: "As a program reads it" },
    {
      command: "gsd loop render plan:pre --set workflow.research=false",
      description: "With one value changed for this call"
    }
  ])
)
