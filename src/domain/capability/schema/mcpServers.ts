import * as Schema from "effect/Schema"
import { FreeName, Strings, Text } from "./primitives.ts"

const serverFields = {
  command: Schema.optionalKey(Text),
  args: Schema.optionalKey(Strings),
  env: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  cwd: Schema.optionalKey(Text),
  type: Schema.optionalKey(Text),
  transport: Schema.optionalKey(Text),
  url: Schema.optionalKey(Text),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}

/** Configuration of one MCP server. Unknown members are kept in the raw manifest only. Source: manifest facts 3. */
export const McpServer = Schema.Struct(serverFields).annotate({
  identifier: "McpServer",
  description: "How one MCP server is started or reached"
})

/** Configuration of one MCP server. */
export type McpServer = typeof McpServer.Type

const Nested = Schema.Struct({ name: FreeName, config: McpServer })
const Flat = Schema.Struct({ name: FreeName, ...serverFields, config: Schema.optionalKey(Schema.Never) })

/** MCP servers, as a map by name or as a list of `{name, config}` or `{name, …}`. Source: manifest facts 3. */
export const McpServers = Schema.Union([
  Schema.Array(Schema.Union([Nested, Flat])),
  Schema.Record(Schema.String, McpServer)
]).annotate({ identifier: "McpServers", description: "MCP servers this capability adds to a host" })
