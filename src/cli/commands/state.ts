import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commonFlags } from "../globals.ts"
import { renderState } from "../render/state.ts"
import { inEngine, print } from "../verb.ts"
import { load, switchedId as id } from "./flags.ts"

/** `gsd capability state [ID]`. */
export const state = Command.make(
  "state",
  {
    id: Argument.optional(id),
    all: Flag.Boolean("all").pipe(
      Flag.withDescription("Everything that gsd brings along too, not only what is switched off of it"),
      Flag.withDefault(false),
      Flag.withoutNegation
    )
  },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/state.ts"))
    yield* print(
      common,
      yield* inEngine(common, (scope) =>
        pipeline.state(scope, Option.getOrUndefined(input.id), { all: input.all })
      ),
      renderState
    )
  })
).pipe(
  Command.withDescription("Say what decides whether capabilities and their hooks of the loop are acted on"),
  Command.withExamples([
    { command: "gsd capability state", description: "Of all of them" },
    { command: "gsd capability state hello-hooks --json", description: "Of one, as a JSON array" },
    { command: "gsd capability state ui", description: "Of one that gsd brings along, with its hooks" }
  ])
)
