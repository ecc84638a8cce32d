import type { artifactKinds } from "../capability/runtimeVocabulary.ts"
import type { ProjectedKind } from "../ledger/runtimes.ts"
import type { WishedEntries } from "../projection/wish.ts"
import type { Powers } from "./powers.ts"

/** Whatever can stand in a host because of a capability: a file of ours by its kind, or entries in a file of the host. */
export type Projected = ProjectedKind | WishedEntries["what"]

/** Lists of powers that disclose it by name and hold it to the digest; never empty. */
export type Disclosing = readonly [keyof Powers, ...ReadonlyArray<keyof Powers>]

/** By what a yes covers each thing that a host can be given. Source: issue 8 item 3, ADR-0033. */
export const disclosedBy: Readonly<Record<Projected, Disclosing>> = {
  skill: ["skills"],
  // A skill, for a host that has commands alone.
  command: ["skills"],
  agent: ["agents"],
  hook: ["hooks"],
  // The text of all agents together.
  index: ["agents"],
  server: ["mcpServers"],
  // Leave to read the folders of skills.
  permission: ["skills"]
}

/** By what a yes covers each artefact that a runtime's layout can place. */
export const artifactDisclosedBy: Readonly<Record<(typeof artifactKinds)[number], Disclosing>> = {
  commands: disclosedBy.command,
  agents: disclosedBy.agent,
  skills: disclosedBy.skill,
  "kimi-agents": disclosedBy.agent
}
