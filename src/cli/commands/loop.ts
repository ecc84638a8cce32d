import * as Command from "effect/cli/Command"
import { capabilityFlags } from "./capability.ts"
import { loopContract } from "./loopLooking.ts"

/** `gsd loop …`. */
export const loop = Command.make("loop").pipe(
  Command.withDescription("What is in force at the points of the loop, and what becomes of it"),
  Command.withSubcommands([loopContract]),
  Command.withGlobalFlags(capabilityFlags),
  Command.withExamples([
    { command: "gsd loop contract", description: "What the workflows publish at each point" }
  ])
)
