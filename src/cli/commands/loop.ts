import * as Command from "effect/cli/Command"
import { capabilityFlags } from "./capability.ts"
import { loopDispatch } from "./loopDispatch.ts"
import { loopGraph } from "./loopGraph.ts"
import { loopLog } from "./loopLog.ts"
import { loopContract, loopPoints } from "./loopLooking.ts"
import { loopRecord } from "./loopRecord.ts"
import { loopRender } from "./loopRender.ts"

/** `gsd loop …`. */
export const loop = Command.make("loop").pipe(
  Command.withDescription("What is in force at the points of the loop, and what becomes of it"),
  Command.withSubcommands([
    loopRender,
    loopDispatch,
    loopRecord,
    loopLog,
    loopPoints,
    loopContract,
    loopGraph
  ]),
  Command.withGlobalFlags(capabilityFlags),
  Command.withExamples([
    { command: "gsd loop render plan:pre", description: "What is in force before planning" },
    { command: "gsd loop dispatch plan:pre --phase 3", description: "Run what is in force there" },
    { command: "gsd loop contract", description: "What the workflows publish at each point" }
  ])
)
