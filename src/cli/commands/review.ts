import * as Command from "effect/cli/Command"
import { capabilityFlags } from "./capability.ts"
import { reviewHistory, reviewLanes, reviewPlan, reviewProbe } from "./reviewLooking.ts"
import { reviewRun } from "./reviewRun.ts"
import { reviewRunner, reviewRunners } from "./reviewRunner.ts"

/** `gsd review …`; `reviewArgv` puts `run` where it is left out. */
export const review = Command.make("review").pipe(
  Command.withDescription(
    "Have plans reviewed by several lanes at once; `gsd review run --help` has the flags"
  ),
  Command.withShortDescription("Have plans reviewed by several lanes at once"),
  Command.withSubcommands([
    reviewRun,
    reviewLanes,
    reviewProbe,
    reviewPlan,
    reviewHistory,
    reviewRunner,
    reviewRunners
  ]),
  Command.withGlobalFlags(capabilityFlags),
  Command.withExamples([
    {
      command: "gsd review --plan 01-PLAN.md",
      description: "By every lane that is available; the same as `gsd review run`"
    },
    {
      command: "gsd review --plan 01-PLAN.md --lanes gemini,plan-lint --quorum 2",
      description: "By two lanes, both of which must give a usable review"
    },
    { command: "gsd review lanes", description: "Who could review, and why somebody cannot" }
  ])
)
