import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { Json, withoutVersion } from "../globals.ts"
import { laneNotes, renderLane } from "../render/familyLane.ts"
import { Screen } from "../Screen.ts"
import { inFamily, print } from "../verb.ts"
import { memberFlag } from "./familyFlags.ts"
import { load } from "./flags.ts"

const bridge = Argument.String("bridge").pipe(
  Argument.withDescription("Name of an installed bridge that provides review with a contract")
)

/** `gsd family lane BRIDGE`. */
export const familyLane = Command.make(
  "lane",
  { bridge, member: memberFlag },
  Effect.fnUntraced(function* (input) {
    yield* withoutVersion
    const json = yield* Json
    const pipeline = yield* load(() => import("../../pipelines/familyLane.ts"))
    const made = yield* inFamily(pipeline.familyLane({ bridge: input.bridge, members: input.member }))
    yield* print({ json }, made.manifest, renderLane)
    const { err } = yield* Screen
    yield* Console.error(laneNotes(made, yield* err))
  })
).pipe(
  Command.withDescription("Print a bridge as a reviewer lane: a capability.json to be installed"),
  Command.withExamples([
    {
      command: "gsd family lane codex-cli-bridge > codex-cli-bridge/capability.json",
      description: "After `mkdir codex-cli-bridge`; then install that folder"
    }
  ])
)
