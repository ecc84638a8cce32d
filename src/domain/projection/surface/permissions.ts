import * as Result from "effect/Result"
import type { JsonValue } from "../../json/value.ts"
import { isJsonObject } from "../../json/value.ts"
import { limits } from "../../limits.ts"
import type { DocumentEntry } from "../../settings/entry.ts"
import { readTree } from "../../settings/readTree.ts"
import { valueOf } from "../../settings/tree.ts"
import { shown } from "../../text/escape.ts"
import type { Places } from "../places.ts"
import type { Withheld } from "../wish.ts"
import { openConfigOf, openConfigsOf } from "./openConfig.ts"
import { noSurface, type HostTexts, type Surface } from "./surface.ts"

/** A folder of files of a capability, which texts in the runtime say to read. */
export interface ReadFolder {
  readonly capability: string
  /** Absolute, with `/`. */
  readonly folder: string
}

interface Writer {
  readonly path: (places: Places, texts: HostTexts) => string
  readonly entries: (folder: string) => ReadonlyArray<DocumentEntry>
  /** Names of an object below the root, outermost first, that must be objects where they stand. */
  readonly containers: ReadonlyArray<ReadonlyArray<string>>
}

const folderRead = ["permission", "read"]

const folderOutside = ["permission", "external_directory"]

const openWriter: Writer = {
  path: openConfigOf,
  entries: (folder) =>
    [folderRead, folderOutside].map((keys) => ({
      kind: "member",
      keys,
      name: `${folder}/*`,
      value: "allow"
    })),
  containers: [["permission"], folderRead, folderOutside]
}

/** One row per writer. Source: runtime facts, section 2.6. */
const writers: Readonly<Record<NonNullable<Places["runtime"]["body"]["permissionWriter"]>, Writer>> = {
  opencode: openWriter,
  kilo: openWriter,
  antigravity: {
    path: ({ config }) => `${config}/settings.json`,
    entries: (folder) => [{ kind: "item", keys: ["permissions", "allow"], value: `read_file(${folder}/*)` }],
    containers: []
  }
}

/** Characters that would have a pattern mean more than one folder. */
const wide = /[*?[\]{}()!\\\p{C}]/u

const at = (value: JsonValue | undefined, keys: ReadonlyArray<string>): JsonValue | undefined => {
  let found = value
  for (const key of keys) found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  return found
}

/** A word that stands where an object has to; undefined when there is none, or when nobody could tell. */
const wordAt = (text: string | undefined, { containers }: Writer): ReadonlyArray<string> | undefined => {
  const tree = readTree((text ?? "").replace(/^\ufeff/u, ""), { strict: false, maxDepth: limits.jsonDepth })
  if (Result.isFailure(tree) || tree.success.root === undefined) return undefined
  const value = valueOf(tree.success.root)
  return containers.find((keys) => typeof at(value, keys) === "string")
}

const permission = ({ capability, folder }: ReadFolder, reason: string): Withheld => ({
  capability,
  kind: "permission",
  name: folder,
  reason
})

/**
 * Leave to read the folders of what was projected, and nothing else, where the host has to be told. A user whose
 * configuration says one word for all is not overruled.
 */
export const permissionsOf = (
  places: Places,
  folders: ReadonlyArray<ReadFolder>,
  texts: HostTexts = new Map()
): Surface => {
  const { permissionWriter } = places.runtime.body
  if (permissionWriter === null || folders.length === 0) return noSurface
  const writer = writers[permissionWriter]
  const path = writer.path(places, texts)
  const word = wordAt(texts.get(path), writer)
  if (word !== undefined)
    return {
      ...noSurface,
      notes: [
        shown`${path} says one word for ${word.join(".")}, which stays; the host may ask before it reads files of capabilities`
      ]
    }
  return {
    ...noSurface,
    entries: folders
      .filter(({ folder }) => !wide.test(folder))
      .map(({ capability, folder }) => ({
        path,
        capability,
        what: "permission",
        entries: writer.entries(folder)
      })),
    withheld: folders
      .filter(({ folder }) => wide.test(folder))
      .map((one) => permission(one, "its path holds characters that would allow more than it"))
  }
}

/** Files whose texts count for permissions and servers. */
export const openLooks = (places: Places): ReadonlyArray<string> => {
  const { permissionWriter } = places.runtime.body
  return permissionWriter === "opencode" || permissionWriter === "kilo" ? openConfigsOf(places) : []
}
