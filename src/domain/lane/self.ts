import type { Lane } from "./lane.ts"

/** Endings that makers put behind the name of their agent. */
const ending = /[-_](?:cli|code|agent)$/u

const forms = (name: string): ReadonlyArray<string> => {
  // Some say `agent@version`.
  const plain = name.toLowerCase().replace(/@.*$/u, "")
  return [plain, plain.replace(ending, "")]
}

const programOf = (binary: string): string =>
  binary.replace(/^.*[/\\]/u, "").replace(/\.(?:exe|cmd|bat|ps1)$/iu, "")

const namesOf = ({ slug, capabilityId, reviewer }: Lane): ReadonlyArray<string> => [
  slug,
  capabilityId,
  ...(reviewer.transport === "spawn" ? [programOf(reviewer.invoke.binary)] : [])
]

/**
 * Tells whether a lane is the agent that asks, as `agentCalling` names it: by its slug, its capability or its program,
 * so that a lane of an overlay that runs the same program is the same reviewer.
 */
export const isSelf = (lane: Lane, host: string | undefined): boolean => {
  if (host === undefined) return false
  const asking = new Set(forms(host))
  return namesOf(lane).some((name) => forms(name).some((form) => asking.has(form)))
}
