import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { renderRuntimes } from "../render/runtime.ts"
import { inEngine, print } from "../verb.ts"
import { load } from "./flags.ts"

/** `gsd runtime list`. */
export const runtimeList = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/runtimeList.ts"))
    const rows = yield* inEngine(common, (scope) => pipeline.runtimeList(scope))
    yield* print(common, rows, renderRuntimes)
  })
).pipe(
  Command.withDescription("Every runtime with its home, whether that is there, and how it takes hooks"),
  Command.withExamples([
    { command: "gsd runtime list --scope project", description: "Where each reads the current project" },
    { command: "gsd runtime list --json", description: "For a program" }
  ])
)
