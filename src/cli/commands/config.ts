import * as Command from "effect/cli/Command"
import { capabilityFlags } from "./capability.ts"
import { configExplain, configGet } from "./configLooking.ts"
import { configSet, configUnset } from "./configWriting.ts"

/** `gsd config …`. */
export const config = Command.make("config").pipe(
  Command.withDescription("Look at configuration, explain it and change it"),
  Command.withSubcommands([configGet, configExplain, configSet, configUnset]),
  Command.withGlobalFlags(capabilityFlags)
)
