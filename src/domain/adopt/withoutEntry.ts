import * as Result from "effect/Result"
import { decodeText } from "../json/decodeText.ts"
import { limits } from "../limits.ts"
import { cutPath } from "../settings/cut.ts"
import { encodeText } from "../settings/document.ts"
import { readTree } from "../settings/readTree.ts"
import { membersOf } from "../settings/tree.ts"

/**
 * The public system's ledger without one entry, every other byte as it was; undefined when it is no JSON, or does not hold
 * exactly one such entry.
 */
export const withoutEntry = (bytes: Uint8Array, id: string): Uint8Array | undefined => {
  const source = Result.getOrUndefined(decodeText(bytes))
  if (source === undefined) return undefined
  const tree = Result.getOrUndefined(readTree(source.text, { strict: true, maxDepth: limits.jsonDepth }))
  const [entries, ...others] = membersOf(tree?.root, "entries")
  const [entry, ...twins] = membersOf(entries?.[1].value, id)
  if (tree === undefined || entries === undefined || entry === undefined) return undefined
  if (others.length > 0 || twins.length > 0) return undefined
  const { text } = cutPath(tree, [entries[0], entry[0]], [])
  return encodeText({ ...source, text })
}
