import { limits } from "../limits.ts"
import { membersOf, type SlotPath, type TreeNode } from "../settings/tree.ts"

/** Every first name of a key and what is left of it, the shortest first. */
const splits = (key: string): ReadonlyArray<readonly [first: string, rest: string]> => {
  const found: Array<readonly [string, string]> = []
  for (let dot = key.indexOf("."); dot !== -1; dot = key.indexOf(".", dot + 1))
    found.push([key.slice(0, dot), key.slice(dot + 1)])
  return found
}

/** Where a key stands in a document, as `valueAt` looks for it; of several ways the one that counts. Null stands as well. */
export const spotOf = (node: TreeNode | undefined, key: string): SlotPath | undefined => {
  const [whole] = membersOf(node, key)
  if (whole !== undefined) return [whole[0]]
  if (key.length > limits.configKeyCharacters) return undefined
  for (const [first, rest] of splits(key)) {
    const [member] = membersOf(node, first)
    const below = member === undefined ? undefined : spotOf(member[1].value, rest)
    if (member !== undefined && below !== undefined) return [member[0], ...below]
  }
  return undefined
}

/** An object that a key which stands nowhere yet goes into, with what is left of its name there. */
export interface Room {
  readonly path: SlotPath
  readonly rest: string
}

/** The object that holds most of a key's name already; the document itself when there is none. */
export const roomFor = (node: TreeNode | undefined, key: string): Room => {
  for (const [first, rest] of splits(key)) {
    const [member] = membersOf(node, first)
    if (member === undefined || member[1].value.kind !== "object") continue
    const below = roomFor(member[1].value, rest)
    return { path: [member[0], ...below.path], rest: below.rest }
  }
  return { path: [], rest: key }
}
