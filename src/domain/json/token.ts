import type { JSONScanner } from "jsonc-parser"

/** Token kinds of jsonc-parser's scanner, by name (its own are ambient const enums, which isolated modules cannot read). */
export const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  nullWord: 7,
  trueWord: 8,
  falseWord: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blank: 15,
  unknown: 16,
  end: 17
} as const

/** Advances past blanks and line breaks and returns the kind of the next token; comments count as tokens. */
export const nextToken = (scanner: JSONScanner): number => {
  let kind: number = scanner.scan()
  while (kind === token.blank || kind === token.lineBreak) kind = scanner.scan()
  return kind
}

const longestExcerpt = 40

const excerpt = (text: string): string => {
  const clipped = text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}…` : text
  return JSON.stringify(clipped)
}

/** Says what the scanner stands on, for an error message; empty when the token itself is sound. */
export const tokenFault = (scanner: JSONScanner, kind: number): string => {
  const fault: number = scanner.getTokenError()
  if (kind === token.lineComment || kind === token.blockComment) return "a comment"
  if (kind === token.unknown) return `${excerpt(scanner.getTokenValue())} is no JSON value`
  if (kind === token.string && fault === 2) return "a string that does not end on its line"
  if (kind === token.string && fault !== 0) {
    return fault === 6 ? "a string with a raw control character" : "a string with an invalid escape"
  }
  if (kind === token.number && fault !== 0) return "a number that is not complete"
  return ""
}

/** Names a sound token for "unexpected …". */
export const describeToken = (scanner: JSONScanner, kind: number): string => {
  if (kind === token.end) return "end of the document"
  if (kind === token.string) return "string"
  return `\`${scanner.getTokenValue() || ("{}[],:"[kind - 1] ?? "")}\``
}
