import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { renderHistory } from "../render/history.ts"
import { inEngine, print } from "../verb.ts"
import { id, load } from "./flags.ts"

/** `gsd capability history ID`. */
export const history = Command.make(
  "history",
  { id },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/history.ts"))
    const found = yield* inEngine(common, (scope) => pipeline.history(scope, input.id))
    yield* print(common, found, renderHistory)
  })
).pipe(
  Command.withDescription("List the kept generations of a capability, which `rollback --to` goes back to"),
  Command.withExamples([
    { command: "gsd capability history hello-hooks", description: "With consent and bytes of each" }
  ])
)
