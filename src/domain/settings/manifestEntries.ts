import { isRelativeProgram } from "../capability/programPath.ts"
import { isRawObject, itemsOf, own } from "../capability/raw.ts"
import { mcpServersOf, type McpServer } from "../disclosure/mcpServers.ts"
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.ts"
import type { HookEntry, ServerEntry, WireEntry } from "./entry.ts"

/** How what a manifest names becomes what a host runs. */
export interface EntryOptions {
  /** Of a hook's script, as the manifest names it. */
  readonly scriptCommand: (script: string) => string
  /** Of a server's program that is one of `serverProgramsOf`. */
  readonly serverProgram: (program: string) => string
}

/** A program of the bundle; what holds a host's `${…}` is not a path until that host has filled it in. */
const isOwnProgram = (program: unknown): program is string =>
  typeof program === "string" && isRelativeProgram(program) && !program.includes("${")

const hookOf = (hook: unknown, options: EntryOptions): ReadonlyArray<HookEntry> => {
  const event = own(hook, "event")
  const script = own(hook, "script")
  const matcher = own(hook, "matcher")
  if (typeof event !== "string" || typeof script !== "string") return []
  const command = options.scriptCommand(script)
  return [{ kind: "hook", event, command, ...(typeof matcher === "string" ? { matcher } : {}) }]
}

const configOf = (config: JsonObject, { serverProgram }: EntryOptions): JsonObject => {
  const program = own(config, "command")
  return isOwnProgram(program) ? { ...config, command: serverProgram(program) } : config
}

const serverOf =
  (options: EntryOptions) =>
  ({ config, name }: McpServer): ReadonlyArray<ServerEntry> =>
    typeof name === "string" && isJsonObject(config)
      ? [{ kind: "server", name, config: configOf(config, options) }]
      : []

const serversOf = (manifest: JsonValue): ReadonlyArray<McpServer> =>
  mcpServersOf(
    isJsonObject(manifest) && Object.hasOwn(manifest, "mcpServers") ? manifest["mcpServers"] : undefined
  )

/** Scripts of the hooks of a raw manifest, each once, in declared order. */
export const hookScriptsOf = (manifest: JsonValue): ReadonlyArray<string> => {
  const scripts = itemsOf(own(manifest, "hooks")).map((hook) => own(hook, "script"))
  return [...new Set(scripts.filter((script) => typeof script === "string"))]
}

/**
 * Relative programs of the MCP servers of a raw manifest, each once: a host would take them from the folder it starts
 * them in, which is the repository that somebody works on.
 */
export const serverProgramsOf = (manifest: JsonValue): ReadonlyArray<string> => {
  const programs = serversOf(manifest).map(({ config }) => own(config, "command"))
  return [...new Set(programs.filter(isOwnProgram))]
}

/**
 * What a manifest asks to be wired, hooks first, each in declared order; both forms of `mcpServers`. Of members beside
 * `config` in the array form, which no host knows, nothing is wired. Total: entries that are not well-formed are left
 * out, as validation has refused them.
 */
export const entriesOf = (manifest: JsonValue, options: EntryOptions): ReadonlyArray<WireEntry> => {
  if (!isRawObject(manifest) || !isJsonObject(manifest)) return []
  return [
    ...itemsOf(own(manifest, "hooks")).flatMap((hook) => hookOf(hook, options)),
    ...serversOf(manifest).flatMap(serverOf(options))
  ]
}
