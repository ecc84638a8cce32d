import * as Command from "effect/cli/Command"
import { capabilityFlags } from "./capability.ts"
import { runtimeApply, runtimePlan } from "./runtimeApply.ts"
import { runtimeHome } from "./runtimeHome.ts"
import { runtimeList } from "./runtimeList.ts"
import { runtimeRemove } from "./runtimeRemove.ts"
import { runtimeStatus } from "./runtimeStatus.ts"

/** `gsd runtime …`. */
export const runtime = Command.make("runtime").pipe(
  Command.withDescription("Host programs: where they live, and what of capabilities they are given"),
  Command.withSubcommands([
    runtimeList,
    runtimeHome,
    runtimePlan,
    runtimeApply,
    runtimeStatus,
    runtimeRemove
  ]),
  Command.withGlobalFlags(capabilityFlags),
  Command.withExamples([
    { command: "gsd runtime list", description: "Every runtime, and whether its home is there" },
    { command: "gsd runtime apply claude", description: "Its agent sees what is active" },
    { command: "gsd runtime status", description: "What stands, and what differs" }
  ])
)
