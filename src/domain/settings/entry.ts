import { sha512Hex } from "../hash.ts"
import { canonicalJson } from "../json/canonical.ts"
import type { JsonValue } from "../json/value.ts"
import { pointerOfKeys } from "./tree.ts"

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

/** What a projection puts into a JSON document beside what `--wire` does. */
export type JsonEntry = WireEntry | ItemEntry | MemberEntry

/** Marker of a server: its name and the sha512 of the canonical JSON of its configuration, as `name#<hex>`. */
export const serverMarker = (name: string, config: JsonValue): string =>
  `${name}#${sha512Hex(canonicalJson(config))}`

/** Marker of an item or member: its place and the sha512 of its canonical JSON, as `/permissions/allow#<hex>`. */
export const valueMarker = (place: string, value: JsonValue): string =>
  `${place}#${sha512Hex(canonicalJson(value))}`

/** Lines of a block's text, without their ends. */
export const linesOf = (text: string): ReadonlyArray<string> => text.split(/\r\n|\n|\r/u)

/** A block's text however its lines end. */
const plainText = (entry: BlockEntry): string => linesOf(entry.text).join("\n")

/**
 * Where an entry stands: event of a hook, name of a server, pointer (RFC 6901) of an item's array or of a member; a block
 * stands under its owner's name.
 */
export const placeOf = (entry: DocumentEntry, owner = ""): string => {
  switch (entry.kind) {
    case "hook":
      return entry.event
    case "server":
      return entry.name
    case "item":
      return pointerOfKeys(entry.keys)
    case "member":
      return pointerOfKeys([...entry.keys, entry.name])
    case "block":
      return owner
  }
}

/** The value that stands in the file: an item of `hooks.<event>`, the value of `mcpServers.<name>`, a block's text. */
export const elementOf = (entry: DocumentEntry): JsonValue => {
  switch (entry.kind) {
    case "hook": {
      const hooks = [{ type: "command", command: entry.command }]
      return entry.matcher === undefined ? { hooks } : { matcher: entry.matcher, hooks }
    }
    case "server":
      return entry.config
    case "item":
    case "member":
      return entry.value
    case "block":
      return plainText(entry)
  }
}

/** By what an entry is known again: a hook by its command, anything else by its place and what stands there. */
export const markerOf = (entry: DocumentEntry, owner = ""): string => {
  if (entry.kind === "hook") return entry.command
  return entry.kind === "server"
    ? serverMarker(entry.name, entry.config)
    : valueMarker(placeOf(entry, owner), elementOf(entry))
}
