import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commonFlags } from "../globals.ts"
import { allowDowngrade, consentFlags, givenOf, load, noWait, sourceOf, waitOf, wire } from "./flags.ts"
import { concludeSync } from "./sync.ts"

const flags = {
  file: Argument.String("file").pipe(Argument.withDescription("What `gsd capability export` wrote")),
  ...consentFlags,
  allowDowngrade,
  replace: Flag.Boolean("replace").pipe(
    Flag.withDescription("Let its sources take the place of other ones"),
    Flag.withDefault(false)
  ),
  wire,
  noWait
}

/** `gsd capability import FILE`. */
export const importing = Command.make(
  "import",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const { inAskingEngine } = yield* load(() => import("../asking.ts"))
    const pipeline = yield* load(() => import("../../pipelines/importBundles.ts"))
    const { allowDowngrade, file, replace } = input
    const rest = { file, replace, allowDowngrade, wait: waitOf(input), ...sourceOf(input) }
    const report = yield* inAskingEngine(common, givenOf(input), (scope) =>
      pipeline.importBundles({ ...rest, scope })
    )
    yield* concludeSync(common, report)
  })
).pipe(
  Command.withDescription("Install what another machine exported, after your consent; no server is asked"),
  Command.withExamples([
    {
      command: "gsd capability import carried.tgz",
      description: "Show each, ask, install exactly those bytes"
    }
  ])
)
