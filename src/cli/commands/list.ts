import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { renderList } from "../render/list.ts"
import { inEngine, print } from "../verb.ts"
import { load } from "./flags.ts"

/** `gsd capability list`. */
export const list = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/list.ts"))
    yield* print(common, yield* inEngine(common, pipeline.list), renderList)
  })
).pipe(
  Command.withAlias("ls"),
  Command.withDescription("List what is installed, with its status and why it is not active"),
  Command.withExamples([
    { command: "gsd capability list", description: "As a table" },
    { command: "gsd capability list --json", description: "As one JSON array" }
  ])
)
