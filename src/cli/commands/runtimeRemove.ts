import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { dryRun, load, noWait, waitOf } from "./flags.ts"
import { runtimeIds, tellOutcome } from "./runtimeFlags.ts"

/** `gsd runtime remove ID…`. */
export const runtimeRemove = Command.make(
  "remove",
  { ids: runtimeIds, dryRun, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/runtimeRemove.ts"))
    const { ids } = input
    yield* tellOutcome(common, (scope) =>
      input.dryRun
        ? pipeline.runtimeRemovePlan({ ids, scope })
        : pipeline.runtimeRemove({ ids, scope, wait: waitOf(input) })
    )
  })
).pipe(
  Command.withAlias("rm"),
  Command.withDescription("Take everything of gsd out of a runtime; what you changed stays and is named"),
  Command.withExamples([
    { command: "gsd runtime remove claude", description: "The capabilities stay installed" },
    { command: "gsd runtime remove claude --dry-run", description: "Say what would go" }
  ])
)
