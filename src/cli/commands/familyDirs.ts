import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { Json, withoutVersion } from "../globals.ts"
import { renderDirs } from "../render/familyAllowances.ts"
import { inFamily, print } from "../verb.ts"
import { cwdFlag, formatFlag, memberFlag } from "./familyFlags.ts"
import { load, optionally } from "./flags.ts"
import { warn } from "./reviewListening.ts"

/** `gsd family dirs`. */
export const familyDirs = Command.make(
  "dirs",
  { cwd: cwdFlag, format: formatFlag, member: memberFlag },
  Effect.fnUntraced(function* (input) {
    yield* withoutVersion
    const json = (yield* Json) || input.format === "json"
    const { format } = input
    const pipeline = yield* load(() => import("../../pipelines/familyHosts.ts"))
    const asked = { members: input.member, ...optionally("cwd", input.cwd) }
    const found = yield* inFamily(pipeline.familyDirs(asked))
    yield* print({ json }, found, ({ dirs }, view) =>
      renderDirs(dirs)(format === "json" ? "text" : format, view)
    )
    yield* warn(found.warnings)
  })
).pipe(
  Command.withDescription(
    "See which directories backends write to, to be allowed by hand; nothing is written"
  ),
  Command.withExamples([
    { command: "gsd family dirs --cwd ./shop", description: "As wrappers resolve them for that project" },
    { command: "gsd family dirs --format snippet", description: "For sandbox.filesystem.allowWrite" }
  ])
)
