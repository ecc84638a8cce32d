import * as Command from "effect/cli/Command"
import { capabilityFlags } from "./capability.ts"
import { configExplain, configGet } from "./configLooking.ts"
import { configSet, configUnset } from "./configWriting.ts"

/** `gsd config …`. */
export const config = Command.make("config").pipe(
  Command.withDescription("Look at configuration, explain it and change it"),
  Command.withSubcommands([configGet, configExplain, configSet, configUnset]),
  Command.withGlobalFlags(capabilityFlags),
  Command.withExamples([
    { command: "gsd config get", description: "Every key with its value" },
    { command: "gsd config explain workflow.ui_review", description: "Where one is set, and what reads it" },
    { command: "gsd config set workflow.ui_review false", description: "Set it in this project" }
  ])
)
