import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { inEngine, print } from "../verb.ts"
import { id, load } from "./flags.ts"

/** `gsd capability path ID`. The path is printed as it is, for use in a shell. */
export const path = Command.make(
  "path",
  { id },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/show.ts"))
    const found = yield* inEngine(common, (scope) => pipeline.path(scope, input.id))
    yield* print(common, found, ({ path }) => path)
  })
).pipe(
  Command.withDescription("Print the folder of a capability's active files"),
  Command.withExamples([
    { command: 'ls "$(gsd capability path hello-hooks)"', description: "Look at its files" }
  ])
)
