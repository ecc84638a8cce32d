import * as Command from "effect/cli/Command"
import { familyDetect } from "./familyDetect.ts"
import { familyDirs } from "./familyDirs.ts"
import { familyHosts } from "./familyHosts.ts"
import { familyLane } from "./familyLane.ts"
import { familyModes } from "./familyModes.ts"
import { familyProcedures } from "./familyProcedures.ts"
import { familySettings } from "./familySettings.ts"
import { familyValidate } from "./familyValidate.ts"

/** `gsd family …`. */
export const family = Command.make("family").pipe(
  Command.withDescription("Look at members of the agent-workflow family, and configure them"),
  Command.withSubcommands([
    familyValidate,
    familyDetect,
    familyModes,
    familyProcedures,
    familyHosts,
    familyDirs,
    familyLane,
    familySettings
  ])
)
