import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { ownContractView } from "../../domain/loop/contract.ts"
import { commonFlags } from "../globals.ts"
import { renderContract, renderPoints } from "../render/loop.ts"
import { inEngine, print } from "../verb.ts"
import { setFlag, workstreamFlag } from "./configFlags.ts"
import { load, optionally } from "./flags.ts"
import { warn } from "./reviewListening.ts"

/** `gsd loop contract`. */
export const loopContract = Command.make(
  "contract",
  {},
  Effect.fnUntraced(function* () {
    yield* print(yield* commonFlags, ownContractView, renderContract)
  })
).pipe(
  Command.withDescription("What the workflows publish: roles, kinds of hooks and artefacts at each point"),
  Command.withExamples([{ command: "gsd loop contract --json", description: "For a program" }])
)

/** `gsd loop points`. */
export const loopPoints = Command.make(
  "points",
  { ws: workstreamFlag, set: setFlag },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/loopPoints.ts"))
    const report = yield* inEngine(common, () =>
      pipeline.loopPoints({ set: input.set, ...optionally("workstream", input.ws) })
    )
    yield* print(common, report, renderPoints)
    if (!common.json) yield* warn(report.warnings)
  })
).pipe(
  Command.withDescription("The points of the loop, and how many hooks are in force at each"),
  Command.withExamples([{ command: "gsd loop points --json", description: "For a program" }])
)
