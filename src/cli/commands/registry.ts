import * as Command from "effect/cli/Command"
import { capabilityFlags } from "./capability.ts"
import { registryAdd, registryList, registryRemove } from "./registryAdded.ts"
import { registryInfo, registrySearch } from "./registryAsked.ts"
import { registryCheck } from "./registryCheck.ts"
import { registryIndex } from "./registryIndex.ts"
import { registryMatrix } from "./registryMatrix.ts"

/** `gsd registry …`. */
export const registry = Command.make("registry").pipe(
  Command.withDescription("Add registries, look into them, make one; judge sets of capabilities"),
  Command.withSubcommands([
    registryAdd.pipe(Command.withGlobalFlags(capabilityFlags)),
    registryList.pipe(Command.withGlobalFlags(capabilityFlags)),
    registryRemove.pipe(Command.withGlobalFlags(capabilityFlags)),
    registrySearch.pipe(Command.withGlobalFlags(capabilityFlags)),
    registryInfo.pipe(Command.withGlobalFlags(capabilityFlags)),
    registryIndex,
    registryMatrix.pipe(Command.withGlobalFlags(capabilityFlags)),
    registryCheck
  ])
)
