import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { Json, withoutVersion } from "../globals.ts"
import { renderDetection } from "../render/familyDetect.ts"
import { inFamily, print } from "../verb.ts"
import { cwdFlag, memberFlag } from "./familyFlags.ts"
import { load, optionally } from "./flags.ts"
import { warn } from "./reviewListening.ts"

const latest = Flag.String("latest").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("JSON object of the latest versions by name, in place of those that gsd knows"),
  Flag.optional
)

/** `gsd family detect`. */
export const familyDetect = Command.make(
  "detect",
  { member: memberFlag, cwd: cwdFlag, latest },
  Effect.fnUntraced(function* (input) {
    yield* withoutVersion
    const json = yield* Json
    const pipeline = yield* load(() => import("../../pipelines/familyDetect.ts"))
    const detection = yield* inFamily(
      pipeline.familyDetect({
        members: input.member,
        ...optionally("cwd", input.cwd),
        ...optionally("latest", input.latest)
      })
    )
    yield* print({ json }, detection, renderDetection)
    yield* warn(detection.warnings)
  })
).pipe(
  Command.withDescription("See which members are installed, and what their backends lack; nothing is run"),
  Command.withExamples([
    { command: "gsd family detect", description: "Members, backends, and stamps of this project" },
    { command: "gsd family detect --latest latest.json --json", description: "For CI, by your own versions" }
  ])
)
