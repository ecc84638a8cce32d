import type { RawObject } from "./raw.ts"
import { hasOwn, isRawObject, itemsOf, keysOf, own, pointerOf } from "./raw.ts"

/** One MCP server of a raw manifest. `config` is the raw object consent hashes; pointers name the entry and its configuration. */
export interface McpEntry {
  readonly name: string
  readonly config: RawObject
  readonly pointer: string
  readonly configPointer: string
}

const ofItem = (item: unknown, index: number): ReadonlyArray<McpEntry> => {
  const name = own(item, "name")
  if (!isRawObject(item) || typeof name !== "string") return []
  const pointer = pointerOf("mcpServers", index)
  const nested = own(item, "config")
  if (!hasOwn(item, "config")) return [{ name, config: item, pointer, configPointer: pointer }]
  return isRawObject(nested) ? [{ name, config: nested, pointer, configPointer: `${pointer}/config` }] : []
}

/** Servers of a raw `mcpServers` value in either form, in their order; entries that are not well-formed are left out. Source: manifest facts 3. */
export const mcpEntriesOf = (value: unknown): ReadonlyArray<McpEntry> => {
  if (Array.isArray(value)) return itemsOf(value).flatMap(ofItem)
  return keysOf(value).flatMap((name) => {
    const config = own(value, name)
    const pointer = pointerOf("mcpServers", name)
    return isRawObject(config) ? [{ name, config, pointer, configPointer: pointer }] : []
  })
}
