import { agentsNotShown } from "../consent/agents.ts"
import { withNote } from "./note.ts"
import type { Overlay } from "./overlay.ts"

/** A row that says of an active capability that its agents are given to nobody, and how that ends. */
export const withAgentsNote = (row: Overlay): Overlay => {
  if (row.status !== "active") return row
  const flag = row.scope === "project" ? " --scope project" : ""
  return withNote(
    row,
    `no host runtime is given its agents: ${agentsNotShown}; \`gsd capability update ${row.id}${flag}\` shows them and asks`
  )
}
