import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { globalScope } from "../../domain/paths.ts"
import { commonFlags } from "../globals.ts"
import { renderReceipt } from "../render/receipt.ts"
import { inEngine, print } from "../verb.ts"
import { dryRun, id, load, noWait, waitOf } from "./flags.ts"

/** `gsd capability remove ID`. */
export const remove = Command.make(
  "remove",
  { id, dryRun, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/remove.ts"))
    const requested = { id: input.id, scope: globalScope, wait: waitOf(input) }
    const work = input.dryRun ? pipeline.removeDryRun(requested) : pipeline.remove(requested)
    yield* print(common, yield* inEngine(common, work), renderReceipt)
  })
).pipe(
  Command.withAlias("rm"),
  Command.withDescription("Remove a capability: its entry, its consent records, its files"),
  Command.withExamples([
    { command: "gsd capability remove hello-hooks", description: "Leave nothing of it behind" }
  ])
)
