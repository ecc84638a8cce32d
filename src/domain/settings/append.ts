import type { JsonValue } from "../json/value.ts"
import { printKey, printValue, type Layout } from "./print.ts"
import type { Splice } from "./splice.ts"
import { indentAt, indentStep, isSpaced, leadsLine, lineEndAt } from "./style.ts"
import type { Slot, Tree, TreeNode } from "./tree.ts"

/** A new last member or item. */
export interface Item {
  /** Undefined in an array. */
  readonly key?: string | undefined
  readonly value: JsonValue
}

/** An object or array that gets a new last slot. */
export interface Holder {
  readonly node: TreeNode
  /** Where its own slot starts: its key, or itself. */
  readonly start: number
}

/** What puts an item in, and the blanks that had to go for it. */
export interface Appended {
  readonly splices: ReadonlyArray<Splice>
  /** Undefined when no blanks were replaced. */
  readonly replaced?: string
}

const write = (item: Item, layout: Layout): string =>
  (item.key === undefined ? "" : printKey(item.key, layout)) + printValue(item.value, layout)

/** Layout of the slots of a holder: on lines of their own where its slots are, or where a new one may open it. */
const layoutIn = (tree: Tree, holder: Holder): Layout => {
  const { node } = holder
  const { text } = tree
  const step = indentStep(tree)
  const leading = [node.slots.at(-1), node.slots[0]].find((slot) => slot && leadsLine(text, slot.start))
  const opens = node.slots.length === 0 && (node === tree.root || leadsLine(text, holder.start))
  return {
    multi: leading !== undefined || opens,
    indent: leading === undefined ? indentAt(text, node.start) + step : indentAt(text, leading.start),
    step,
    lineEnd: lineEndAt(text, node.end),
    spaced: isSpaced(tree)
  }
}

/** Inside of a container that holds neither slots nor comments. */
const fillBlank = (tree: Tree, holder: Holder, item: Item): Appended => {
  const layout = layoutIn(tree, holder)
  const written = write(item, layout)
  const from = holder.node.start + 1
  const replaced = tree.text.slice(from, holder.node.end - 1)
  const outer = indentAt(tree.text, holder.node.start)
  const inserted = layout.multi
    ? `${layout.lineEnd}${layout.indent}${written}${layout.lineEnd}${outer}`
    : written
  return { splices: [{ at: from, removed: replaced, inserted }], replaced }
}

/** Behind the last slot, or behind the last comment where one follows it: the comma before, the item after that comment. */
const addBehind = (node: TreeNode, last: Slot | undefined, text: string): ReadonlyArray<Splice> => {
  const entry = { at: node.tail, removed: "", inserted: text }
  if (last === undefined) return [entry]
  if (last.comma >= 0) return [{ ...entry, inserted: `${text},` }]
  if (last.value.end === node.tail) return [{ ...entry, inserted: `,${text}` }]
  return [entry, { at: last.value.end, removed: "", inserted: "," }]
}

/** Adds a last slot to a container without touching another byte of it. A trailing comma stays the habit of that container. */
export const appendTo = (tree: Tree, holder: Holder, item: Item): Appended => {
  const { node } = holder
  const last = node.slots.at(-1)
  if (last === undefined && node.tail === node.start + 1) return fillBlank(tree, holder, item)
  const layout = layoutIn(tree, holder)
  const ownLine = layout.multi || node.tailLine
  const gap = ownLine ? layout.lineEnd + layout.indent : layout.spaced || last === undefined ? " " : ""
  return { splices: addBehind(node, last, gap + write(item, layout)) }
}

/** Makes a text of blanks and comments a document whose root is `value`. */
export const appendRoot = (tree: Tree, value: JsonValue): Appended => {
  const lineEnd = lineEndAt(tree.text, tree.text.length)
  const written = printValue(value, { multi: true, indent: "", step: "  ", lineEnd, spaced: true })
  return tree.commented
    ? { splices: [{ at: tree.gap, removed: "", inserted: lineEnd + written }] }
    : { splices: [{ at: 0, removed: tree.text, inserted: written + lineEnd }], replaced: tree.text }
}
