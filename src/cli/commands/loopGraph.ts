import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commonFlags } from "../globals.ts"
import { renderDot, renderMermaid } from "../render/loopGraph.ts"
import { inEngine, print } from "../verb.ts"
import { setFlag, workstreamFlag } from "./configFlags.ts"
import { load, optionally } from "./flags.ts"
import { pointNamed } from "./loopFlags.ts"
import { refuse } from "./reviewFlags.ts"

const flags = {
  point: Argument.String("point").pipe(
    Argument.withDescription("One point of the loop; all of them without it"),
    Argument.optional
  ),
  format: Flag.Literals("format", ["mermaid", "dot", "json"]).pipe(
    Flag.withDescription("Language of the diagram"),
    Flag.withDefault("mermaid")
  ),
  ws: workstreamFlag,
  set: setFlag
}

const command = "gsd loop graph"

/** `gsd loop graph [POINT]`. */
export const loopGraph = Command.make(
  "graph",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    if (common.json && input.format === "dot")
      return yield* refuse(command, "`--json` and `--format dot` exclude each other")
    const word = Option.getOrUndefined(input.point)
    const point = word === undefined ? undefined : yield* pointNamed(command, word)
    const pipeline = yield* load(() => import("../../pipelines/loopGraph.ts"))
    const graph = yield* inEngine(common, () =>
      pipeline.loopGraph({
        set: input.set,
        ...(point === undefined ? {} : { point }),
        ...optionally("workstream", input.ws)
      })
    )
    const json = common.json || input.format === "json"
    yield* print({ json }, graph, input.format === "dot" ? renderDot : renderMermaid)
  })
).pipe(
  Command.withDescription("Draw what is in force in the loop, with the artefacts between"),
  Command.withExamples([
    { command: "gsd loop graph plan:pre", description: "One point, in the language of mermaid" },
    { command: "gsd loop graph --format dot", description: "The whole loop, for Graphviz" }
  ])
)
