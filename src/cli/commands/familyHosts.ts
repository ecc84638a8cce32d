import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { Json, withoutVersion } from "../globals.ts"
import { renderHosts } from "../render/familyAllowances.ts"
import { inFamily, print } from "../verb.ts"
import { formatFlag, memberFlag } from "./familyFlags.ts"
import { load } from "./flags.ts"
import { warn } from "./reviewListening.ts"

/** `gsd family hosts`. */
export const familyHosts = Command.make(
  "hosts",
  { format: formatFlag, member: memberFlag },
  Effect.fnUntraced(function* (input) {
    yield* withoutVersion
    const json = (yield* Json) || input.format === "json"
    const { format } = input
    const pipeline = yield* load(() => import("../../pipelines/familyHosts.ts"))
    const found = yield* inFamily(pipeline.familyHosts(input.member))
    yield* print({ json }, found, ({ hosts }, view) =>
      renderHosts(hosts)(format === "json" ? "text" : format, view)
    )
    yield* warn(found.warnings)
  })
).pipe(
  Command.withDescription("See which hosts backends ask, to be allowed by hand; nothing is written"),
  Command.withExamples([
    { command: "gsd family hosts", description: "Each host and who names it" },
    { command: "gsd family hosts --format snippet", description: "For sandbox.network.allowedDomains" }
  ])
)
