import { isRawObject, itemsOf, own } from "../capability/raw.ts"
import { mcpServersOf } from "../disclosure/mcpServers.ts"
import { isJsonObject, type JsonValue } from "../json/value.ts"
import type { HookEntry, ServerEntry, WireEntry } from "./entry.ts"

/** How a hook's script, as the manifest names it, becomes the command a host runs. */
export interface EntryOptions {
  readonly scriptCommand: (script: string) => string
}

const hookOf = (hook: unknown, options: EntryOptions): ReadonlyArray<HookEntry> => {
  const event = own(hook, "event")
  const script = own(hook, "script")
  const matcher = own(hook, "matcher")
  if (typeof event !== "string" || typeof script !== "string") return []
  const command = options.scriptCommand(script)
  return [{ kind: "hook", event, command, ...(typeof matcher === "string" ? { matcher } : {}) }]
}

const serverOf = (server: { readonly name?: JsonValue; readonly config: JsonValue }) =>
  typeof server.name === "string" && isJsonObject(server.config)
    ? [{ kind: "server", name: server.name, config: server.config } satisfies ServerEntry]
    : []

/** Scripts of the hooks of a raw manifest, each once, in declared order. */
export const hookScriptsOf = (manifest: JsonValue): ReadonlyArray<string> => {
  const scripts = itemsOf(own(manifest, "hooks")).map((hook) => own(hook, "script"))
  return [...new Set(scripts.filter((script) => typeof script === "string"))]
}

/**
 * What a manifest asks to be wired, hooks first, each in declared order; both forms of `mcpServers`. Of members beside
 * `config` in the array form, which no host knows, nothing is wired. Total: entries that are not well-formed are left
 * out, as validation has refused them.
 */
export const entriesOf = (manifest: JsonValue, options: EntryOptions): ReadonlyArray<WireEntry> => {
  if (!isRawObject(manifest) || !isJsonObject(manifest)) return []
  const declared = Object.hasOwn(manifest, "mcpServers") ? manifest["mcpServers"] : undefined
  return [
    ...itemsOf(own(manifest, "hooks")).flatMap((hook) => hookOf(hook, options)),
    ...mcpServersOf(declared).flatMap(serverOf)
  ]
}
