import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { renderOutdated } from "../render/outdated.ts"
import { inEngine, print } from "../verb.ts"
import { id, load } from "./flags.ts"

/** `gsd capability outdated [ID…]`. */
export const outdated = Command.make(
  "outdated",
  { ids: Argument.variadic(id) },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/outdated.ts"))
    const rows = yield* inEngine(common, (scope) => pipeline.outdated(scope, input.ids))
    yield* print(common, rows, renderOutdated)
  })
).pipe(
  Command.withDescription("Ask every source whether it offers something newer; nothing is changed"),
  Command.withExamples([
    { command: "gsd capability outdated", description: "All of them, many sources at once" },
    { command: "gsd capability outdated hello-hooks --json", description: "One of them, as JSON" }
  ])
)
