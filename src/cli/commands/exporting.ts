import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commonFlags } from "../globals.ts"
import { renderExport } from "../render/exporting.ts"
import { inEngine, print } from "../verb.ts"
import { id, load } from "./flags.ts"

const flags = {
  ids: Argument.variadic(id, { min: 1 }),
  out: Flag.String("out").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("The file to write, which ends in .tgz")
  )
}

/** `gsd capability export ID… --out FILE`. */
export const exporting = Command.make(
  "export",
  flags,
  Effect.fnUntraced(function* ({ ids, out }) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/exportBundles.ts"))
    const work = inEngine(common, (scope) => pipeline.exportBundles({ ids, out, scope }))
    yield* print(common, yield* work, renderExport)
  })
).pipe(
  Command.withDescription("Write installed capabilities into one file, for machines that reach no server"),
  Command.withExamples([
    {
      command: "gsd capability export hello-hooks --out carried.tgz",
      description: "Its bytes, and where they came from"
    }
  ])
)
