import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { renderState } from "../render/state.ts"
import { inEngine, print } from "../verb.ts"
import { id, load } from "./flags.ts"

/** `gsd capability state [ID]`. */
export const state = Command.make(
  "state",
  { id: Argument.optional(id) },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/state.ts"))
    yield* print(
      common,
      yield* inEngine(common, (scope) => pipeline.state(scope, Option.getOrUndefined(input.id))),
      renderState
    )
  })
).pipe(
  Command.withDescription("Say what decides whether capabilities are acted on, and where they are wired"),
  Command.withExamples([
    { command: "gsd capability state", description: "Of all of them" },
    { command: "gsd capability state hello-hooks --json", description: "Of one, as a JSON array" }
  ])
)
