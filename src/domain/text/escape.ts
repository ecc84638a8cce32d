import type * as Brand from "effect/Brand"
import { limits } from "../limits.ts"

/**
 * Text that is safe to print on one line of a terminal: only `visible`, `visibleLine` and `shown` make it.
 * Source: consent.md "powers", cases U43.
 */
export type Visible = string & Brand.Brand<"Visible">

/**
 * Characters that a reader cannot see or that move what a reader sees: controls, format characters (bidi, tags,
 * zero width, interlinear), surrogates, private and unassigned ones, default-ignorables (fillers, variation
 * selectors), separators, every blank that is not the plain space, and the blank Braille pattern.
 */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]|[^\S ]/u

const hiddenOrBackslash = new RegExp(`${hidden.source}|\\\\`, "u")

/** Tells whether `text` holds a character that `visible` writes as an escape (the backslash aside). */
export const hidesSomething = (text: string): boolean => hidden.test(text)

const pieceOf = (character: string): string => {
  if (character === "\\") return "\\\\"
  return hidden.test(character) ? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}` : character
}

/** Writes each character by `pieceOf`, at most `maxCharacters` in all, and then how many characters are left out. */
const cutTo = (text: string, maxCharacters: number, pieceOf: (character: string) => string): string => {
  let written = ""
  let full = false
  let leftOut = 0
  for (const character of text) {
    const piece: string = full ? "" : pieceOf(character)
    full ||= written.length + piece.length > maxCharacters
    if (full) leftOut += 1
    else written += piece
  }
  return leftOut === 0 ? written : `${written}\\…(${leftOut} more)`
}

/**
 * Writes every hidden character as `\u{hex}` and a backslash as two, so that the result is one line and no two
 * texts look alike. With `maxCharacters`, stops before an escape or character that would pass that many UTF-16
 * units, and says how many characters were left out in a mark no value can forge: `\…(12 more)`.
 */
export const visible = (text: string, maxCharacters = Number.POSITIVE_INFINITY): Visible =>
  (text.length <= maxCharacters && !hiddenOrBackslash.test(text)
    ? text
    : cutTo(text, maxCharacters, pieceOf)) as Visible

const escapedMark = "\\(escaped)"

/** What a line as it is may not hold: a mark of ours. */
const ourMark = /\\(?:…\(|\(escaped\))/u

/**
 * A line of a file as it is, when a reader sees all that is in it; else as `visible` writes it, and behind it a mark
 * no line can forge: ` \(escaped)`. Both are cut alike. Lines are shown so where a person is asked to trust what they do.
 */
export const visibleLine = (line: string, maxCharacters = Number.POSITIVE_INFINITY): Visible =>
  (hidden.test(line) || ourMark.test(line)
    ? `${visible(line, maxCharacters)} ${escapedMark}`
    : cutTo(line, maxCharacters, (character) => character)) as Visible

const legend = `\\ In a line that ends in "${escapedMark}", \\u{…} is a hidden character, and two backslashes are one`

/** Lines of `visibleLine`; when one is marked, they begin with what the mark means, in a line that no content is. */
export const withLegend = (lines: ReadonlyArray<Visible>): ReadonlyArray<Visible> =>
  lines.some((line) => line.endsWith(escapedMark)) ? [legend as Visible, ...lines] : lines

/**
 * Template tag for a sentence with foreign values in it: the literal parts stand as they are, each value goes
 * through `visible`, cut at `limits.shownCharacters`. Values are raw; one that is escaped already would be escaped
 * twice. Example: shown`looks whether ${binary} is present`.
 */
export const shown = (parts: TemplateStringsArray, ...values: ReadonlyArray<string | number>): Visible => {
  let text = parts[0] ?? ""
  values.forEach((value, index) => {
    text += visible(String(value), limits.shownCharacters) + (parts[index + 1] ?? "")
  })
  return text as Visible
}
