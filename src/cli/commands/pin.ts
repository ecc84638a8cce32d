import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { renderReceipt } from "../render/receipt.ts"
import { inEngine, print } from "../verb.ts"
import { id, load, noWait, waitOf } from "./flags.ts"

const pipelines = () => import("../../pipelines/pin.ts")

/** `gsd capability pin ID`. */
export const pin = Command.make(
  "pin",
  { id, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(pipelines)
    const rest = { id: input.id, wait: waitOf(input) }
    const receipt = yield* inEngine(common, (scope) => pipeline.pin({ ...rest, scope }))
    yield* print(common, receipt, renderReceipt)
  })
).pipe(
  Command.withDescription("Keep a capability at the version that is active; no update changes it"),
  Command.withExamples([
    { command: "gsd capability pin hello-hooks", description: "Until it is unpinned" },
    {
      command: "gsd capability install npm:hello-hooks@1.2.0",
      description: "Move the pin to exactly this version"
    }
  ])
)

/** `gsd capability unpin ID`. */
export const unpin = Command.make(
  "unpin",
  { id, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(pipelines)
    const rest = { id: input.id, wait: waitOf(input) }
    const receipt = yield* inEngine(common, (scope) => pipeline.unpin({ ...rest, scope }))
    yield* print(common, receipt, renderReceipt)
  })
).pipe(
  Command.withDescription("Let a pinned capability be updated again"),
  Command.withExamples([
    { command: "gsd capability unpin hello-hooks", description: "The next update may change it" }
  ])
)
