import type { Slot, Tree, TreeNode } from "./tree.ts"

const isBreak = (unit: string | undefined): boolean => unit === "\n" || unit === "\r"
const isBlank = (unit: string | undefined): boolean => unit === " " || unit === "\t"

const lineStart = (text: string, at: number): number => {
  let start = at
  while (start > 0 && !isBreak(text[start - 1])) start--
  return start
}

/** Blanks at the begin of the line that holds `at`. */
export const indentAt = (text: string, at: number): string => {
  const start = lineStart(text, at)
  let end = start
  while (isBlank(text[end])) end++
  return text.slice(start, end)
}

/** Tells whether only blanks stand between the begin of the line and `at`, and some line lies before. */
export const leadsLine = (text: string, at: number): boolean => {
  let before = at
  while (isBlank(text[before - 1])) before--
  return before > 0 && isBreak(text[before - 1])
}

/** Tells whether nothing but blanks follows on the line of `at`. */
export const endsLine = (text: string, at: number): boolean => {
  let after = at
  while (isBlank(text[after])) after++
  return after >= text.length || isBreak(text[after])
}

const breakAt = (text: string, at: number): string => {
  if (text[at] === "\n") return text[at - 1] === "\r" ? "\r\n" : "\n"
  return text[at + 1] === "\n" ? "\r\n" : "\r"
}

/** The line end to write at `at`: that of the line before, else the first of the text, else LF. */
export const lineEndAt = (text: string, at: number): string => {
  const start = lineStart(text, at)
  if (start > 0) return breakAt(text, start - 1)
  const first = text.search(/[\r\n]/u)
  return first < 0 ? "\n" : breakAt(text, first)
}

/** Indentation is looked at only where a slot leads its line, or long lines would be walked again and again. */
const stepOf = (text: string, holder: TreeNode, slot: Slot): string => {
  if (!leadsLine(text, slot.start)) return ""
  const outer = indentAt(text, holder.start)
  const inner = indentAt(text, slot.start)
  return inner.startsWith(outer) ? inner.slice(outer.length) : ""
}

const findStep = (text: string, node: TreeNode): string => {
  const first = node.slots[0]
  if (first === undefined) return ""
  const here = stepOf(text, node, first)
  if (here !== "") return here
  for (const slot of node.slots) {
    const below = findStep(text, slot.value)
    if (below !== "") return below
  }
  return ""
}

/** One level of indentation as the text has it; two spaces when it shows none. */
export const indentStep = (tree: Tree): string => {
  const shown = tree.root === undefined || !/[\r\n]/u.test(tree.text) ? "" : findStep(tree.text, tree.root)
  return shown === "" ? "  " : shown
}

const firstKeyed = (node: TreeNode | undefined): Slot | undefined => {
  if (node === undefined || node.kind === "object") return node?.slots[0]
  for (const slot of node.slots) {
    const below = firstKeyed(slot.value)
    if (below !== undefined) return below
  }
  return undefined
}

/** Tells whether a blank follows colons and commas, judged by the first colon; yes when there is none. */
export const isSpaced = (tree: Tree): boolean => {
  const slot = firstKeyed(tree.root)
  return slot === undefined || tree.text[slot.value.start - 1] !== ":"
}
