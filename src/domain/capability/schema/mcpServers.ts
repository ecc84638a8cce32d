import * as Schema from "effect/Schema"
import { about, FreeName, Strings, Text } from "./primitives.ts"

const serverFields = {
  command: Schema.optionalKey(Text).pipe(about("Program to start")),
  args: Schema.optionalKey(Strings).pipe(about("Its arguments")),
  env: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)).pipe(
    about("Its environment variables")
  ),
  cwd: Schema.optionalKey(Text).pipe(about("Its working directory")),
  type: Schema.optionalKey(Text).pipe(about("Transport, as hosts spell it: `stdio`, `http`, `sse`")),
  transport: Schema.optionalKey(Text).pipe(about("Another spelling of `type`")),
  url: Schema.optionalKey(Text).pipe(about("Address of a server reached over HTTP")),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)).pipe(about("Headers sent to it"))
}

/** Configuration of one MCP server. Unknown members are kept in the raw manifest only. Source: manifest facts 3. */
export const McpServer = Schema.Struct(serverFields).annotate({
  identifier: "McpServer",
  description: "How one MCP server is started or reached"
})

/** Configuration of one MCP server. */
export type McpServer = typeof McpServer.Type

const name = FreeName.pipe(about("Name of the server in the host's settings"))

const Nested = Schema.Struct({
  name,
  config: McpServer.pipe(about("How the server is started or reached"))
})

const Flat = Schema.Struct({
  name,
  ...serverFields,
  config: Schema.optionalKey(Schema.Never).pipe(about("Stands alone beside `name`"))
})

/** MCP servers, as a map by name or as a list of `{name, config}` or `{name, …}`. Source: manifest facts 3. */
export const McpServers = Schema.Union([
  Schema.Array(Schema.Union([Nested, Flat])),
  Schema.Record(Schema.String, McpServer)
]).annotate({ identifier: "McpServers", description: "MCP servers this capability adds to a host" })
