import type { Finding, Rule } from "../Candidate.ts"
import { mcpEntriesOf } from "../mcpEntries.ts"
import { hasOwn, own, quote } from "../raw.ts"
import { reservedNames } from "../vocabulary.ts"

const reserved: ReadonlySet<string> = new Set(reservedNames)

/** Asks that each MCP server has a name of its own, and a command or a url. Source: manifest facts 3; decisions 3. */
export const mcpServers: Rule = {
  id: "mcp.server",
  severity: "error",
  asks: "Each MCP server has a name of its own, and a command or a url",
  source: "manifest facts 3; decisions 3",
  judge: ({ root }) => {
    const seen = new Set<string>()
    return mcpEntriesOf(own(root, "mcpServers")).flatMap(
      ({ name, config, pointer }): ReadonlyArray<Finding> => {
        if (name === "" || reserved.has(name)) {
          return [
            { pointer, message: `${quote(name)} is no name for an MCP server`, hint: "Choose another name" }
          ]
        }
        if (seen.has(name)) {
          return [
            {
              pointer,
              message: `The MCP server ${quote(name)} is declared twice`,
              hint: "Keep one of the two"
            }
          ]
        }
        seen.add(name)
        if (hasOwn(config, "command") || hasOwn(config, "url")) return []
        return [
          {
            pointer,
            message: `The MCP server ${quote(name)} has neither \`command\` nor \`url\``,
            hint: "Add one of the two"
          }
        ]
      }
    )
  }
}
