import { guarded, isWithheld as isScrubbed } from "../lane/scrubbed.ts"
import type { Environment } from "../process/environment.ts"
import type { ContextFacts } from "./contract.ts"

/** Variables of Node's own that a module keeps: which servers are trusted, and what programs take for the mode. */
const keptOfNode = new Set(["NODE_EXTRA_CA_CERTS", "NODE_ENV"])

const isWithheld = (name: string): boolean => {
  const upper = name.toUpperCase()
  return isScrubbed(name) || (upper.startsWith("NODE_") && !keptOfNode.has(upper))
}

/** Variables that every command is given, by name. Source: docs/reference/command-modules.md. */
export const commandVariables = (context: ContextFacts): Readonly<Record<string, string>> => ({
  GSD_FAMILY: context.family,
  GSD_CAPABILITY: context.capability,
  GSD_PROJECT_ROOT: context.projectRoot,
  GSD_PLANNING: context.planningFolder,
  GSD_WORKING_DIRECTORY: context.workingDirectory,
  GSD_PHASE: context.phase?.number ?? "",
  GSD_PHASE_DIR: context.phase?.folder ?? ""
})

/**
 * Makes the environment of a command: ours less what marks a session of an agent, what makes a program load code, and
 * what steers Node; then the variables of the contract, whatever ours were. Secrets are guarded.
 */
export const commandEnvironment = (
  parent: ReadonlyMap<string, string>,
  context: ContextFacts
): Environment => {
  const own = commandVariables(context)
  const arriving = [...parent].filter(
    ([name]) => !isWithheld(name) && !Object.hasOwn(own, name.toUpperCase()) && name !== "__proto__"
  )
  return {
    ...Object.fromEntries(arriving.map(([name, value]) => [name, guarded(name, value)] as const)),
    ...own
  }
}
