import { endOfToken } from "./shelter.ts"
import { readHeader, type TomlHeader } from "./toml.ts"

/** A table as it stands in a TOML text: its header, and the lines up to the next one. Offsets are UTF-16 units. */
export interface TextTable extends TomlHeader {
  /** Where the line of its header starts. */
  readonly start: number
  /** Behind its last line that is neither blank nor a comment. */
  readonly end: number
  /** Where the next table starts, or the text ends. */
  readonly next: number
}

/** The tables of a text in its order. */
export interface TextTables {
  readonly tables: ReadonlyArray<TextTable>
  /** Keys stand before the first. */
  readonly hasRootKeys: boolean
}

const lineEnd = (text: string, at: number): number => {
  const found = text.indexOf("\n", at)
  return found < 0 ? text.length : found + 1
}

interface Mark {
  readonly start: number
  /** Behind its last token that is no comment. */
  end: number
}

/** Where tables start, and before them the root. A bracket within a value starts none. */
const marksIn = (text: string): ReadonlyArray<Mark> => {
  let mark: Mark = { start: 0, end: 0 }
  const marks = [mark]
  let [depth, line, isFresh] = [0, 0, true]
  for (let at = 0; at < text.length;) {
    const unit = text[at] ?? ""
    const next = /["'#]/u.test(unit) ? endOfToken(text, at) : at + 1
    if (unit === "\n") [line, isFresh] = [next, true]
    else if (unit !== "#" && !/\s/u.test(unit)) {
      if (unit === "[" && depth === 0 && isFresh) marks.push((mark = { start: line, end: at }))
      if (unit === "[" || unit === "{") depth++
      if (unit === "]" || unit === "}") depth--
      mark.end = next
      isFresh = false
    }
    at = next
  }
  return marks
}

/** Finds the tables of a text that is TOML. Linear. */
export const tablesIn = (text: string): TextTables => {
  const [root, ...marks] = marksIn(text)
  return {
    hasRootKeys: root !== undefined && root.end > 0,
    tables: marks.flatMap(({ end, start }, index): ReadonlyArray<TextTable> => {
      const header = readHeader(text.slice(start, lineEnd(text, start)))
      const next = marks[index + 1]?.start ?? text.length
      return header === undefined ? [] : [{ ...header, start, end: lineEnd(text, end), next }]
    })
  }
}

/** The comments of a text that is TOML, each without the line's end. Linear. */
export const commentsIn = (text: string): ReadonlyArray<string> => {
  const comments: Array<string> = []
  for (let at = 0; at < text.length;) {
    const unit = text[at] ?? ""
    const next = /["'#]/u.test(unit) ? endOfToken(text, at) : at + 1
    if (unit === "#") comments.push(text.slice(at, next).trimEnd())
    at = next
  }
  return comments
}
