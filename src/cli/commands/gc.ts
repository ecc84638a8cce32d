import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { renderGc } from "../render/gc.ts"
import { inDoctor, print } from "../verb.ts"
import { dryRun, load, noWait, waitOf } from "./flags.ts"

/** `gsd capability gc`. */
export const gc = Command.make(
  "gc",
  { dryRun, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/gc.ts"))
    const run = input.dryRun ? pipeline.gcDryRun : pipeline.gc
    const report = yield* inDoctor(common, (scope) => run({ scope, wait: waitOf(input) }))
    yield* print(common, report, renderGc)
  })
).pipe(
  Command.withDescription(
    "Let go of what nothing needs: old generations, unnamed bundles, trash, fetched files"
  ),
  Command.withExamples([
    { command: "gsd capability gc --dry-run", description: "Say what would go" },
    { command: "gsd capability gc", description: "Nothing that a ledger names is touched" }
  ])
)
