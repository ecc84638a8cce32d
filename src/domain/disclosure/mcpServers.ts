import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.ts"

/** One declared MCP server in a form that is the same for both ways to write it. */
export type McpServer = {
  /** Absent when the entry has no `name`. */
  readonly name?: JsonValue
  /** The whole configuration as declared: command, args, env, cwd, url, headers and whatever else. */
  readonly config: JsonValue
  /** Members that stand beside `config` in an entry of the array form. */
  readonly beside?: JsonObject
}

const without = (object: JsonObject, keys: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))

const fromEntry = (entry: JsonValue): McpServer => {
  if (!isJsonObject(entry)) return { config: entry }
  const name = Object.hasOwn(entry, "name") ? { name: entry["name"] ?? null } : {}
  if (!Object.hasOwn(entry, "config")) return { ...name, config: without(entry, ["name"]) }
  const beside = without(entry, ["name", "config"])
  return { ...name, config: entry["config"] ?? null, ...(Object.keys(beside).length === 0 ? {} : { beside }) }
}

/**
 * The MCP servers of a manifest's `mcpServers`, in declared order: a map of name to configuration, or an array of
 * `{name, …}` or `{name, config}`. Total: anything else is one server without a name, shown as it is.
 * Source: manifest.md section 3.
 */
export const mcpServersOf = (declared: JsonValue | undefined): ReadonlyArray<McpServer> => {
  if (declared === undefined) return []
  if (Array.isArray(declared)) return declared.map(fromEntry)
  if (!isJsonObject(declared)) return [{ config: declared }]
  return Object.entries(declared).map(([name, config]) => ({ name, config }))
}
