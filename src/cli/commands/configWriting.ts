import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { renderSet, renderUnset } from "../render/config.ts"
import { inEngine, print } from "../verb.ts"
import { targetFlags, targetOf } from "./configFlags.ts"
import { key } from "./configLooking.ts"
import { load, noWait, waitOf } from "./flags.ts"

const pipelines = () => import("../../pipelines/config/set.ts")

const value = Argument.String("value").pipe(
  Argument.withDescription(
    "true or false, a number, a word or text, as the key has it; behind `--` it may begin with a hyphen"
  )
)

/** `gsd config set KEY VALUE`. */
export const configSet = Command.make(
  "set",
  { key, value, ...targetFlags, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const target = yield* targetOf("gsd config set", input)
    const pipeline = yield* load(pipelines)
    const change = { target, wait: waitOf(input) }
    const changed = yield* inEngine(common, () => pipeline.configSet(input.key, input.value, change))
    yield* print(common, changed, renderSet)
  })
).pipe(
  Command.withDescription("Set a key: in the project's file, without a project in the user's"),
  Command.withExamples([
    { command: "gsd config set workflow.ui_review false", description: "In this project" },
    { command: "gsd config set review.timeouts.codex 1200 --user", description: "In every project" }
  ])
)

/** `gsd config unset KEY`. */
export const configUnset = Command.make(
  "unset",
  { key, ...targetFlags, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const target = yield* targetOf("gsd config unset", input)
    const pipeline = yield* load(pipelines)
    const change = { target, wait: waitOf(input) }
    const changed = yield* inEngine(common, () => pipeline.configUnset(input.key, change))
    yield* print(common, changed, renderUnset)
  })
).pipe(
  Command.withDescription("Take a key out of the file that sets it"),
  Command.withExamples([
    { command: "gsd config unset workflow.ui_review", description: "The next weaker value counts then" }
  ])
)
