import { hidesSomething, visible } from "../../domain/text/escape.ts"

/** Marks up text for a terminal, or leaves it as it is. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
}

/** How text will be seen. */
export interface View {
  /** Columns of the terminal; undefined elsewhere, where nothing is wrapped. */
  readonly width: number | undefined
  readonly paint: Paint
}

const same = (text: string): string => text

/** No colour at all. */
export const plainPaint: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }

const ansi = (open: number, close: number) => (text: string) =>
  text === "" ? "" : `\u001b[${open}m${text}\u001b[${close}m`

/** The colours of a terminal's own palette. */
export const ansiPaint: Paint = {
  bold: ansi(1, 22),
  dim: ansi(2, 22),
  red: ansi(31, 39),
  green: ansi(32, 39),
  yellow: ansi(33, 39),
  cyan: ansi(36, 39)
}

/** Text for files and pipes. */
export const plainView: View = { width: undefined, paint: plainPaint }

/**
 * A sentence of ours, possibly with raw values in it, as one safe line: hidden characters are escaped. Backslashes
 * stay, since parts may be escaped already.
 */
export const safe = (text: string): string =>
  hidesSomething(text) ? Array.from(text, (one) => (hidesSomething(one) ? visible(one) : one)).join("") : text

/** Cells that a character takes; everything from Hangul Jamo up counts two, which is never too few. */
const cells = (character: string): number => ((character.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2)

/** Cells that a text takes on a terminal, at most. */
export const widthOf = (text: string): number => {
  let sum = 0
  for (const character of text) sum += cells(character)
  return sum
}

/** Cuts a text into pieces of at most `width` cells. */
const pieces = (text: string, width: number): ReadonlyArray<string> => {
  const cut: Array<string> = []
  let piece = ""
  let used = 0
  for (const character of text) {
    if (used + cells(character) > width && piece !== "") {
      cut.push(piece)
      piece = ""
      used = 0
    }
    piece += character
    used += cells(character)
  }
  return [...cut, piece]
}

const least = 20

const barWidth = 2

/**
 * One value behind a label. On a terminal it is cut at the right edge and goes on behind a bar, so that no value
 * can place text of its own at the start of a line.
 */
export const labelled = (label: string, value: string, view: View): ReadonlyArray<string> => {
  if (view.width === undefined) return [`${label}${value}`.trimEnd()]
  const used = widthOf(label)
  const room = Math.max(least, view.width - Math.max(used, barWidth) - 1)
  const [first = "", ...rest] = pieces(value, room)
  return [
    `${label}${first}`.trimEnd(),
    ...rest.map((piece) => `${" ".repeat(Math.max(0, used - barWidth))}| ${piece}`)
  ]
}

/** Wraps a sentence of ours at words, every line behind `indent`. */
export const paragraph = (text: string, indent: string, view: View): ReadonlyArray<string> => {
  if (view.width === undefined) return [`${indent}${text}`]
  const room = Math.max(least, view.width - widthOf(indent) - 1)
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(" ").flatMap((word) => pieces(word, room))) {
    if (line !== "" && widthOf(line) + 1 + widthOf(word) > room) {
      lines.push(line)
      line = ""
    }
    line = line === "" ? word : `${line} ${word}`
  }
  return [...lines, line].map((one) => `${indent}${one}`)
}

/** Pads to a column. */
export const padded = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - widthOf(text)))

/** Rows with columns as wide as their widest cell; the last column is not padded. */
export const table = (
  rows: ReadonlyArray<ReadonlyArray<string>>,
  paint: (text: string, column: number, row: number) => string
): ReadonlyArray<string> => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? "")))
  )
  return rows.map((row, at) =>
    row
      .map((cell, column) => {
        const last = column === row.length - 1
        return paint(cell, column, at) + (last ? "" : padded("", (widths[column] ?? 0) - widthOf(cell)))
      })
      .join("  ")
      .trimEnd()
  )
}

/** One paragraph per warning. */
export const warningLines = (warnings: ReadonlyArray<string>, view: View): ReadonlyArray<string> =>
  warnings.flatMap((one) =>
    paragraph(`warning: ${safe(one)}`, "", view).map((line) => view.paint.yellow(line))
  )
