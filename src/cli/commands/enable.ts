import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { renderSwitch } from "../render/enable.ts"
import { inEngine, print } from "../verb.ts"
import { load, noWait, switchedId as id, waitOf } from "./flags.ts"

const pipelines = () => import("../../pipelines/enable.ts")

/** `gsd capability enable ID`. */
export const enable = Command.make(
  "enable",
  { id, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(pipelines)
    const rest = { id: input.id, wait: waitOf(input) }
    const receipt = yield* inEngine(common, (scope) => pipeline.enable({ ...rest, scope }))
    yield* print(common, receipt, renderSwitch)
  })
).pipe(
  Command.withDescription("Switch a capability on again, and wire it where it was wired"),
  Command.withExamples([
    { command: "gsd capability enable hello-hooks", description: "Its hooks and servers run again" }
  ])
)

/** `gsd capability disable ID`. */
export const disable = Command.make(
  "disable",
  { id, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(pipelines)
    const rest = { id: input.id, wait: waitOf(input) }
    const receipt = yield* inEngine(common, (scope) => pipeline.disable({ ...rest, scope }))
    yield* print(common, receipt, renderSwitch)
  })
).pipe(
  Command.withDescription("Switch a capability off: it stays installed, and nothing of it is wired"),
  Command.withExamples([
    { command: "gsd capability disable hello-hooks", description: "Until it is enabled again" }
  ])
)
