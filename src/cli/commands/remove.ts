import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commonFlags } from "../globals.ts"
import { renderReceipt } from "../render/receipt.ts"
import { inEngine, print } from "../verb.ts"
import { dryRun, id, load, noWait, waitOf } from "./flags.ts"

const cascade = Flag.Boolean("cascade").pipe(
  Flag.withDescription("Remove the installed capabilities that require it as well"),
  Flag.withDefault(false),
  Flag.withoutNegation
)

/** `gsd capability remove ID`. */
export const remove = Command.make(
  "remove",
  { id, cascade, dryRun, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/remove.ts"))
    const run = input.dryRun ? pipeline.removeDryRun : pipeline.remove
    const rest = { id: input.id, cascade: input.cascade, wait: waitOf(input) }
    yield* print(common, yield* inEngine(common, (scope) => run({ ...rest, scope })), renderReceipt)
  })
).pipe(
  Command.withAlias("rm"),
  Command.withDescription("Remove a capability: its entry, its consent records, its files"),
  Command.withExamples([
    { command: "gsd capability remove hello-hooks", description: "Leave nothing of it behind" },
    {
      command: "gsd capability remove base --cascade --dry-run",
      description: "Say what would go with it, since it is required"
    }
  ])
)
