import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { renderShow } from "../render/show.ts"
import { inEngine, print } from "../verb.ts"
import { id, load } from "./flags.ts"

/** `gsd capability show ID`. */
export const show = Command.make(
  "show",
  { id },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/show.ts"))
    yield* print(common, yield* inEngine(common, (scope) => pipeline.show(scope, input.id)), renderShow)
  })
).pipe(
  Command.withDescription("Show one capability: what it may do, its consent, its generations"),
  Command.withExamples([
    { command: "gsd capability show hello-hooks", description: "Everything known of it" }
  ])
)
