import type { Rule } from "../Candidate.ts"
import { deniedReason } from "../../disclosure/environmentNames.ts"
import { mcpEntriesOf } from "../mcpEntries.ts"
import { keysOf, own, pointerOf, quote } from "../raw.ts"

/** Warns about MCP environment variables that make a program run other code; they are shown, never refused. Source: consent, disclosure. */
export const mcpEnvironment: Rule = {
  id: "mcp.env",
  severity: "warning",
  asks: "An MCP server sets no variable that changes what is executed",
  source: "consent, disclosure",
  judge: ({ root }) =>
    mcpEntriesOf(own(root, "mcpServers")).flatMap(({ name, config, configPointer }) =>
      keysOf(own(config, "env")).flatMap((variable) => {
        const reason = deniedReason(variable)
        return reason === undefined
          ? []
          : [
              {
                pointer: configPointer + pointerOf("env", variable),
                message: `The MCP server ${quote(name)} sets ${quote(variable)}, which ${reason}`,
                hint: "Leave it out unless the server cannot do without"
              }
            ]
      })
    )
}
