import * as JsonPointer from "effect/JsonPointer"
import type { JsonObject, JsonValue } from "../json/value.ts"
import type { Plain } from "./block.ts"

/** A value of a JSON text with comments, by its place in the text. Offsets are UTF-16 units. */
export interface TreeNode {
  readonly kind: "object" | "array" | "scalar"
  readonly start: number
  /** One after the last unit. */
  end: number
  /** Members or items in the order of the text; empty for a scalar. */
  readonly slots: Array<Slot>
  /** Value of a scalar; null for the others. */
  readonly scalar: null | boolean | number | string
  /** End of the last token or comment before the closing bracket. */
  tail: number
  /** That last token is a `//` comment, so that what follows needs a new line. */
  tailLine: boolean
}

/** One member of an object or item of an array. */
export interface Slot {
  /** Decoded key; undefined in an array. */
  readonly key: string | undefined
  /** Where the key, or the item, starts. */
  readonly start: number
  /** End of the token or comment before `start`. */
  readonly gap: number
  /** What ends at `gap` is a `//` comment. */
  readonly gapLine: boolean
  readonly value: TreeNode
  /** Offset of the comma behind it; -1 when there is none. */
  comma: number
}

/** A whole text: at most one root, with blanks and comments around it. */
export interface Tree {
  readonly text: string
  /** Undefined when the text holds blanks and comments only. */
  readonly root: TreeNode | undefined
  /** End of the last token or comment before the root, or of the last comment when there is no root. */
  readonly gap: number
  /** Some comment stands outside the root. */
  readonly commented: boolean
  /** Set for a text that takes blocks and is no JSON; it has no root then. */
  readonly plain?: Plain
}

/** Indexes of slots, from the root down; of a block the offsets of its start and its end. Unlike a pointer it names one place even where a key stands twice. */
export type SlotPath = ReadonlyArray<number>

const setMember = (target: Record<string, JsonValue>, key: string, value: JsonValue): void => {
  if (key !== "__proto__") target[key] = value
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
}

/** The value a host reads: of a key that stands twice, the last. Recursive; depth is at most `limits.jsonDepth`. */
export const valueOf = (node: TreeNode): JsonValue => {
  if (node.kind === "scalar") return node.scalar
  if (node.kind === "array") return node.slots.map((slot) => valueOf(slot.value))
  const object: Record<string, JsonValue> = {}
  for (const slot of node.slots) setMember(object, slot.key ?? "", valueOf(slot.value))
  const built: JsonObject = object
  return built
}

/** Members of an object with the key `key`, each with its index; several where the key stands more than once. */
export const membersOf = (
  node: TreeNode | undefined,
  key: string
): ReadonlyArray<readonly [index: number, slot: Slot]> =>
  node?.kind === "object" ? [...node.slots.entries()].filter(([, slot]) => slot.key === key) : []

/** Value of the member a host reads; undefined when there is none. */
export const lastMember = (node: TreeNode | undefined, key: string): TreeNode | undefined =>
  membersOf(node, key).at(-1)?.[1].value

/** Nodes from the root to the one at `path`, both included; shorter when the path does not exist. */
export const nodesOn = (tree: Tree, path: SlotPath): ReadonlyArray<TreeNode> => {
  const nodes: Array<TreeNode> = []
  let node = tree.root
  for (const index of [...path, -1]) {
    if (node === undefined) return nodes
    nodes.push(node)
    node = node.slots[index]?.value
  }
  return nodes
}

/** RFC 6901 pointer of a slot path; of a block `line <n>`, where it begins. */
export const pointerAt = (tree: Tree, path: SlotPath): string => {
  if (tree.plain !== undefined) return `line ${tree.text.slice(0, path[0]).split(/\r\n|\n|\r/u).length}`
  const nodes = nodesOn(tree, path)
  return path
    .map((index, level) => `/${JsonPointer.escapeToken(nodes[level]?.slots[index]?.key ?? String(index))}`)
    .join("")
}

/** RFC 6901 pointer of keys. */
export const pointerOfKeys = (keys: ReadonlyArray<string>): string =>
  keys.map((key) => `/${JsonPointer.escapeToken(key)}`).join("")

/** The keys of such a pointer. */
export const keysOfPointer = (pointer: string): ReadonlyArray<string> =>
  pointer.split("/").slice(1).map(JsonPointer.unescapeToken)

/** Tells whether a pointer made of keys only names a value of the text; a text that is no JSON has only itself. */
export const pointerExists = (tree: Tree, pointer: string): boolean => {
  if (tree.plain !== undefined) return pointer === ""
  let node = tree.root
  for (const key of keysOfPointer(pointer)) node = lastMember(node, key)
  return node !== undefined
}
