import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { Json, withoutVersion } from "../globals.ts"
import { renderModes } from "../render/familyModes.ts"
import { inFamily, print } from "../verb.ts"
import { memberFlag } from "./familyFlags.ts"
import { load, optionally } from "./flags.ts"
import { warn } from "./reviewListening.ts"

const bridge = Argument.String("bridge").pipe(
  Argument.withDescription("Name of an installed bridge; all of them when left out"),
  Argument.optional
)

/** `gsd family modes [BRIDGE]`. */
export const familyModes = Command.make(
  "modes",
  { bridge, member: memberFlag },
  Effect.fnUntraced(function* (input) {
    yield* withoutVersion
    const json = yield* Json
    const pipeline = yield* load(() => import("../../pipelines/familyModes.ts"))
    const asked = { members: input.member, ...optionally("bridge", input.bridge) }
    const found = yield* inFamily(pipeline.familyModes(asked))
    yield* print({ json }, found, ({ bridges }, view) => renderModes(bridges, view))
    yield* warn(found.warnings)
  })
).pipe(
  Command.withDescription("Read what the modes of a bridge are for, and how each is called"),
  Command.withExamples([
    { command: "gsd family modes", description: "Of every installed bridge" },
    { command: "gsd family modes codex-cli-bridge --json", description: "Of one, for a program" }
  ])
)
