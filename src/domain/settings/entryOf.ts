import { member, memberText, type JsonValue } from "../json/value.ts"
import type { DocumentEntry } from "./entry.ts"
import type { WiredEntry } from "./FileWiring.ts"
import { elementValue } from "./spots.ts"
import { keysOfPointer } from "./tree.ts"

const hookOf = (entry: WiredEntry, value: JsonValue): DocumentEntry => {
  const matcher = member(value, "matcher")
  return {
    kind: "hook",
    event: entry.place,
    command: entry.marker,
    ...(typeof matcher === "string" ? { matcher } : {})
  }
}

/** What was asked for when a recorded entry was put in. */
export const entryOf = (entry: WiredEntry): DocumentEntry => {
  const value = elementValue(entry)
  const keys = keysOfPointer(entry.place)
  switch (entry.kind) {
    case "hook":
      return hookOf(entry, value)
    case "server":
      return { kind: "server", name: entry.place, config: value }
    case "item":
      return { kind: "item", keys, value }
    case "member":
      return { kind: "member", keys: keys.slice(0, -1), name: keys.at(-1) ?? "", value }
    case "block":
      return { kind: "block", text: typeof value === "string" ? value : "" }
  }
}

/** The command that a host runs for an entry; empty when it runs none by a hook. */
export const commandOf = (entry: WiredEntry): string => {
  if (entry.kind === "hook") return entry.marker
  return entry.kind === "item" ? memberText(elementValue(entry), "command") : ""
}
