import * as Command from "effect/cli/Command"
import { capabilityFlags } from "./capability.ts"
import { loopContract } from "./loopLooking.ts"
import { loopRender } from "./loopRender.ts"

/** `gsd loop …`. */
export const loop = Command.make("loop").pipe(
  Command.withDescription("What is in force at the points of the loop, and what becomes of it"),
  Command.withSubcommands([loopRender, loopContract]),
  Command.withGlobalFlags(capabilityFlags),
  Command.withExamples([
    { command: "gsd loop render plan:pre", description: "What is in force before planning" },
    { command: "gsd loop contract", description: "What the workflows publish at each point" }
  ])
)
