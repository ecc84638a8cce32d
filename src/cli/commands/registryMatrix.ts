import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commonFlags } from "../globals.ts"
import { renderMatrix, renderMatrixMarkdown } from "../render/matrix.ts"
import { inEngine, print } from "../verb.ts"
import { load } from "./flags.ts"
import { refuse } from "./reviewFlags.ts"

const flags = {
  installed: Flag.Boolean("installed").pipe(
    Flag.withDescription("Also what is installed, for you and in the current project"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  markdown: Flag.Boolean("markdown").pipe(
    Flag.withDescription("Print a table of Markdown"),
    Flag.withDefault(false),
    Flag.withoutNegation
  )
}

/** `gsd registry matrix`. */
export const registryMatrix = Command.make(
  "matrix",
  flags,
  Effect.fnUntraced(function* ({ installed, markdown }) {
    const common = yield* commonFlags
    if (common.json && markdown)
      return yield* refuse("gsd registry matrix", "`--json` and `--markdown` exclude each other")
    const pipeline = yield* load(() => import("../../pipelines/registryMatrix.ts"))
    const matrix = yield* inEngine(common, () => pipeline.registryMatrix({ installed }))
    yield* print(common, matrix, markdown ? renderMatrixMarkdown : renderMatrix)
  })
).pipe(
  Command.withDescription("Show what each capability brings: versions, hooks and points of the loop, lanes"),
  Command.withExamples([
    { command: "gsd registry matrix", description: "The built-in capabilities" },
    {
      command: "gsd registry matrix --installed --json",
      description: "With what is installed, for a program"
    }
  ])
)
