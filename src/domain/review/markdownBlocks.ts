/** A piece of a reviewer's Markdown. Lines are counted from 1; texts are without the mark of the block. */
export type Block =
  | { readonly kind: "heading"; readonly depth: number; readonly text: string; readonly line: number }
  /** A bullet or numbered item with its own further lines; `indent` in columns. */
  | { readonly kind: "item"; readonly indent: number; readonly text: string; readonly line: number }
  | { readonly kind: "paragraph"; readonly text: string; readonly line: number }
  /** A row below the head of a table; `head` in lower case. */
  | {
      readonly kind: "row"
      readonly head: ReadonlyArray<string>
      readonly cells: ReadonlyArray<string>
      readonly line: number
    }

interface Line {
  readonly text: string
  readonly number: number
}

const fenceMark = /^\s{0,12}(`{3,}|~{3,})/u
const headingMark = /^\s{0,3}(#{1,6})\s+(.*)$/u
const itemMark = /^(\s{0,40})(?:[-*+•]|\d{1,4}[.)])\s+(.*)$/u
const rowMark = /^\s{0,3}\|.*\|\s*$/u
const separatorCell = /^:?-+:?$/u

/** Text without the fence when the whole of it stands in one, as models like to answer. */
const unwrapped = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const first = lines.findIndex(({ text }) => text.trim() !== "")
  const last = lines.findLastIndex(({ text }) => text.trim() !== "")
  const mark = /^\s*(`{3,}|~{3,})(?:markdown|md)\s*$/iu.exec(lines[first]?.text ?? "")?.[1]
  return mark !== undefined && last > first && lines[last]?.text.trim() === mark
    ? lines.slice(first + 1, last)
    : lines
}

const closes = (line: string, mark: string): boolean => {
  const text = line.trim()
  return text.length >= mark.length && text === (mark[0] ?? "").repeat(text.length)
}

/** Lines outside of fences; a fence that is never closed is ordinary text, so that nothing after it is lost. */
const outsideFences = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const kept: Array<Line> = []
  let open: { readonly mark: string; readonly at: number } | undefined
  for (const line of lines) {
    if (open !== undefined) {
      kept.push(line)
      if (!closes(line.text, open.mark)) continue
      kept.length = open.at
      open = undefined
      continue
    }
    const mark = fenceMark.exec(line.text)?.[1]
    if (mark !== undefined) open = { mark, at: kept.length }
    kept.push(line)
  }
  return kept
}

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .trim()
    .replace(/^\||\|$/gu, "")
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim().replaceAll("\\|", "|"))

/** A heading's text without the marks that may close it. */
const titleOf = (text: string): string => {
  let end = text.trimEnd().length
  while (end > 0 && text[end - 1] === "#") end -= 1
  return text.slice(0, end).trim()
}

const startOf = ({ number, text }: Line): Block | undefined => {
  const heading = headingMark.exec(text)
  if (heading !== null)
    return {
      kind: "heading",
      depth: (heading[1] ?? "").length,
      text: titleOf(heading[2] ?? ""),
      line: number
    }
  const item = itemMark.exec(text)
  if (item === null) return undefined
  const indent = (item[1] ?? "").replaceAll("\t", "    ").length
  return { kind: "item", indent, text: item[2] ?? "", line: number }
}

const joined = (block: Block | undefined, line: Line): Block | undefined =>
  block?.kind === "item" || block?.kind === "paragraph"
    ? { ...block, text: `${block.text} ${line.text.trim()}` }
    : undefined

/** Rows of the table that starts at `at`, and the index behind it; undefined when no table starts there. */
const tableAt = (lines: ReadonlyArray<Line>, at: number) => {
  const [head, separator] = [lines[at]?.text ?? "", lines[at + 1]?.text ?? ""]
  if (!rowMark.test(head) || !rowMark.test(separator)) return undefined
  if (!cellsOf(separator).every((cell) => separatorCell.test(cell))) return undefined
  let end = at + 2
  while (end < lines.length && rowMark.test(lines[end]?.text ?? "")) end += 1
  const names = cellsOf(head).map((cell) => cell.toLowerCase())
  const rows = lines
    .slice(at + 2, end)
    .map(({ number, text }): Block => ({ kind: "row", head: names, cells: cellsOf(text), line: number }))
  return { rows, end }
}

const isRule = (text: string): boolean => /^\s{0,3}(?:(?:[-*_]\s*){3,}|={3,}\s*)$/u.test(text)

/** Longest text that a line of dashes below it makes a heading of, in characters. */
const maxUnderlined = 100

/** A heading that is written with a line of `=` or `-` below it, behind a blank line. */
const underlined = (lines: ReadonlyArray<Line>, at: number): Block | undefined => {
  const [line, below] = [lines[at], lines[at + 1]?.text ?? ""]
  const depth = /^\s{0,3}={3,}\s*$/u.test(below) ? 1 : /^\s{0,3}-{3,}\s*$/u.test(below) ? 2 : undefined
  if (line === undefined || depth === undefined || line.text.length > maxUnderlined) return undefined
  return { kind: "heading", depth, text: line.text.trim(), line: line.number }
}

/** Longest line that is looked at, in characters; what a person writes ends far before it. */
const maxLine = 10_000

const numbered = (text: string): ReadonlyArray<Line> =>
  text.split(/\r\n|\n|\r/u).map((line, index) => ({
    text: line.slice(0, maxLine).replace(/^\s{0,3}>\s?/u, ""),
    number: index + 1
  }))

/**
 * Splits a reviewer's Markdown into headings, items, paragraphs and table rows, in their order. What stands in a
 * fence is left out; a fence around the whole answer, quotes and rules are looked through. Total.
 */
export const markdownBlocks = (markdown: string): ReadonlyArray<Block> => {
  const lines = outsideFences(unwrapped(numbered(markdown)))
  const blocks: Array<Block> = []
  let blank = true
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? { text: "", number: 0 }
    const table = tableAt(lines, at)
    if (table !== undefined) {
      blocks.push(...table.rows)
      at = table.end - 1
      blank = true
      continue
    }
    const isBlank = line.text.trim() === "" || isRule(line.text)
    const start: Block | undefined = isBlank
      ? undefined
      : (startOf(line) ?? (blank ? underlined(lines, at) : undefined))
    const continues = !blank || (blocks.at(-1)?.kind === "item" && /^\s{2,}/u.test(line.text))
    const grown = isBlank || start !== undefined || !continues ? undefined : joined(blocks.at(-1), line)
    if (start !== undefined) blocks.push(start)
    else if (grown !== undefined) blocks.splice(-1, 1, grown)
    else if (!isBlank) blocks.push({ kind: "paragraph", text: line.text.trim(), line: line.number })
    blank = isBlank || start?.kind === "heading"
  }
  return blocks
}
