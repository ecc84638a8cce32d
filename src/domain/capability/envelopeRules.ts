import type { Rule } from "./Candidate.ts"
import { compatVersionKeys } from "./rules/compatVersionKeys.ts"
import { configEnumDefault } from "./rules/configEnumDefault.ts"
import { configKeys } from "./rules/configKeys.ts"
import { configNested } from "./rules/configNested.ts"
import { idFolder } from "./rules/idFolder.ts"
import { idReserved } from "./rules/idReserved.ts"
import { mcpArguments } from "./rules/mcpArguments.ts"
import { mcpEnvironment } from "./rules/mcpEnvironment.ts"
import { mcpServers } from "./rules/mcpServers.ts"
import { roleForbids } from "./rules/roleForbids.ts"
import { roleForeignBody } from "./rules/roleForeignBody.ts"
import { runtimeCompatBothSides } from "./rules/runtimeCompatBothSides.ts"
import { runtimeCompatNotes } from "./rules/runtimeCompatNotes.ts"
import { runtimeCompatWildcard } from "./rules/runtimeCompatWildcard.ts"

/** Rules about the members every role shares, and about what a role admits. In the order of reporting. */
export const envelopeRules: ReadonlyArray<Rule> = [
  roleForbids,
  roleForeignBody,
  idReserved,
  idFolder,
  compatVersionKeys,
  runtimeCompatWildcard,
  runtimeCompatNotes,
  runtimeCompatBothSides,
  configKeys,
  configNested,
  configEnumDefault,
  mcpServers,
  mcpEnvironment,
  mcpArguments
]
