import { visible } from "../text/escape.ts"

/** Length of the longest run of backticks in `text`; 0 when there is none. */
const longestRun = (text: string): number => {
  let longest = 0
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length)
  return longest
}

/** A line of backticks that closes no fence inside `text`: longer than every run of them in it, at least three. */
export const fenceFor = (text: string): string => "`".repeat(Math.max(3, longestRun(text) + 1))

/** `text` between two fences that nothing in it can close; `info` follows the opening one. No line end behind it. */
export const fenced = (text: string, info = ""): string => {
  const fence = fenceFor(text)
  return `${fence}${info}\n${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${fence}`
}

/** A tab is seen, a backslash is as common in reviews as in code, and U+FE0F only picks the colours of a pictograph. */
const kept = /([\t\\]|(?<=\p{Extended_Pictographic})\ufe0f)/u

const shownLine = (line: string): string =>
  line
    .split(kept)
    .map((piece) => (kept.test(piece) || piece === "\ufe0f" ? piece : visible(piece)))
    .join("")

/**
 * Lines of foreign text for a fence: every hidden character as `visible` writes it, except tabs, backslashes and the
 * colour mark of a pictograph. CR LF becomes LF; a CR alone is hidden, since some readers end a line there.
 */
export const shownBlock = (text: string): string =>
  text.replaceAll("\r\n", "\n").split("\n").map(shownLine).join("\n")

/**
 * Foreign text as inline code of one line: no markup, link, mention or HTML in it is acted on. Blanks are collapsed,
 * hidden characters escaped, and what passes `maxCharacters` is cut with a count.
 */
export const codeSpan = (text: string, maxCharacters = 400): string => {
  const line = cutLine(text, maxCharacters)
  if (line === "") return "(empty)"
  const fence = "`".repeat(longestRun(line) + 1)
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : ""
  return `${fence}${pad}${line}${pad}${fence}`
}

/** `codeSpan` for a cell of a table, in which a bar alone would end the cell. */
export const codeCell = (text: string, maxCharacters = 400): string =>
  codeSpan(text, maxCharacters).replaceAll("|", "\\|")

/** Foreign text on one line, hidden characters escaped, cut with a count; backslashes stay as they are. */
export const cutLine = (text: string, maxCharacters: number): string => {
  const characters = [...text.trim().replace(/\s+/gu, " ")]
  const line = shownLine(characters.slice(0, maxCharacters).join(""))
  const leftOut = characters.length - maxCharacters
  return leftOut > 0 ? `${line} …(${leftOut} more)` : line
}

/** Foreign text inside a heading: one line in which no character is markup. */
export const headingText = (text: string): string =>
  visible(text.trim().replace(/\s+/gu, " "), 200).replace(/[\\`*_[\]<>#&!|~]/gu, "\\$&")
