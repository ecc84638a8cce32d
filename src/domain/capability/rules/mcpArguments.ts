import type { Rule } from "../Candidate.ts"
import { mcpEntriesOf } from "../mcpEntries.ts"
import { itemsOf, own, pointerOf, quote } from "../raw.ts"

/** A script, named as somebody names a file beside the manifest. */
const script = /^\.\.?\/.*\.(?:[cm]?[jt]s|py|rb|sh)$/u

/**
 * Warns about a script of the bundle that is an argument, as in `node ./server.mjs`: hosts hand arguments on as they are, and
 * start a server elsewhere. Only the command is resolved. Source: wiring, ADR-0008.
 */
export const mcpArguments: Rule = {
  id: "mcp.args",
  severity: "warning",
  asks: "The script of an MCP server is its command, not an argument of an interpreter",
  source: "wiring, ADR-0008",
  judge: ({ root }) =>
    mcpEntriesOf(own(root, "mcpServers")).flatMap(({ name, config, configPointer }) =>
      itemsOf(own(config, "args")).flatMap((argument, at) => {
        if (typeof argument !== "string" || !script.test(argument)) return []
        return [
          {
            pointer: configPointer + pointerOf("args", at),
            message: `The MCP server ${quote(name)} is given ${quote(argument)}, which is looked for wherever the host stands, not in the bundle`,
            hint: `Make it the command, ${quote(argument)}: an executable file with a \`#!\` line`
          }
        ]
      })
    )
}
