import * as Command from "effect/cli/Command"
import { capabilityFlags } from "./capability.ts"
import { runtimeHome } from "./runtimeHome.ts"
import { runtimeList } from "./runtimeList.ts"

/** `gsd runtime …`. */
export const runtime = Command.make("runtime").pipe(
  Command.withDescription("Host programs of capabilities, and where they live"),
  Command.withSubcommands([runtimeList, runtimeHome]),
  Command.withGlobalFlags(capabilityFlags),
  Command.withExamples([
    { command: "gsd runtime list", description: "Every runtime, and whether its home is there" },
    { command: "gsd runtime home claude", description: "One home, for use in a shell" }
  ])
)
