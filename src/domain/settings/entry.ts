import { sha512Hex } from "../hash.ts"
import { canonicalJson } from "../json/canonical.ts"
import type { JsonValue } from "../json/value.ts"

/** A hook that a host is to run: one command on one event. */
export interface HookEntry {
  readonly kind: "hook"
  readonly event: string
  readonly matcher?: string
  readonly command: string
}

/** An MCP server that a host is to start or reach, with its declared configuration. */
export interface ServerEntry {
  readonly kind: "server"
  readonly name: string
  readonly config: JsonValue
}

/** What `--wire` puts into a settings file. Source: transaction.md "Foreign files". */
export type WireEntry = HookEntry | ServerEntry

/** A value in an array of a JSON document; containers that are missing are made. */
export interface ItemEntry {
  readonly kind: "item"
  /** Keys from the root to the array. */
  readonly keys: ReadonlyArray<string>
  readonly value: JsonValue
}

/** A member of an object of a JSON document; what stands under its name already is left when it is equal. */
export interface MemberEntry {
  readonly kind: "member"
  /** Keys from the root to the object; empty for the root. */
  readonly keys: ReadonlyArray<string>
  readonly name: string
  readonly value: JsonValue
}

/** Whole lines at the end of a TOML or Markdown document, between two lines that name the owner. */
export interface BlockEntry {
  readonly kind: "block"
  /** Without a line end at its end. */
  readonly text: string
}

/** What a projection puts into a host's file: JSON documents take all kinds but `block`, others only that. */
export type DocumentEntry = WireEntry | ItemEntry | MemberEntry | BlockEntry

/** Marker of a server: its name and the sha512 of the canonical JSON of its configuration, as `name#<hex>`. */
export const serverMarker = (name: string, config: JsonValue): string =>
  `${name}#${sha512Hex(canonicalJson(config))}`

/** By what an entry is known again: a hook by its command, a server by name and configuration. */
export const markerOf = (entry: WireEntry): string =>
  entry.kind === "hook" ? entry.command : serverMarker(entry.name, entry.config)

/** Event of a hook, name of a server. */
export const placeOf = (entry: WireEntry): string => (entry.kind === "hook" ? entry.event : entry.name)

/** The value that stands in the file: an item of `hooks.<event>`, or the value of `mcpServers.<name>`. */
export const elementOf = (entry: WireEntry): JsonValue => {
  if (entry.kind === "server") return entry.config
  const hooks = [{ type: "command", command: entry.command }]
  return entry.matcher === undefined ? { hooks } : { matcher: entry.matcher, hooks }
}
