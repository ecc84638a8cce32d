import { hidesSomething } from "../../text/escape.ts"

/** Text whose lone surrogates, which no file can hold, are U+FFFD. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\ufffd")

const escaped = (character: string): string => {
  const point = character.codePointAt(0) ?? 0
  return point > 0xffff
    ? `\\U${point.toString(16).padStart(8, "0")}`
    : `\\u${point.toString(16).padStart(4, "0")}`
}

/**
 * A text in double quotes: quotes, backslashes and line ends as JSON has them, every other hidden character as an escape
 * that YAML and TOML both read, whole code points only. No value ends its line, begins a key or is taken for another type.
 */
export const quotedText = (text: string): string =>
  [...JSON.stringify(wellFormed(text))].map((one) => (hidesSomething(one) ? escaped(one) : one)).join("")

const otherType = /^(?:true|false|yes|no|on|off|null|y|n)$/iu

/** Whether YAML reads the bare text as this very text, in any version; some that would do are left out. */
const isPlain = (text: string): boolean =>
  /^[A-Za-z](?:[\w./@*()+=-]|,(?! )|:(?=[\w*./-])|(?:, |(?<!,) )(?=[\w(*]))*$/u.test(text) &&
  !text.endsWith(",") &&
  !otherType.test(text)

/** A text as it stands when YAML reads it so, else in double quotes. */
export const plainText = (text: string): string => (isPlain(text) ? text : quotedText(text))

/** A text in single quotes, in which nothing but the quote is special; double ones when it hides something. */
export const singleText = (text: string): string =>
  hidesSomething(text) ? quotedText(text) : `'${wellFormed(text).replaceAll("'", "''")}'`

const flowItem = (text: string): string =>
  /^[A-Za-z][\w-]*$/u.test(text) ? plainText(text) : quotedText(text)

/** A list on one line, each item as `write` writes it: bare words as they stand, the rest in double quotes. */
export const flowList = (items: ReadonlyArray<string>, write: (item: string) => string = flowItem): string =>
  `[${items.map(write).join(", ")}]`

/** The lines of a list below its key. */
export const blockList = (items: ReadonlyArray<string>): ReadonlyArray<string> =>
  items.map((one) => `  - ${plainText(one)}`)

/** The lines of keys and values below a key; the values are written already. */
export const blockMap = (pairs: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> =>
  pairs.map(([key, value]) => `  ${plainText(key)}: ${value}`)

/** Front matter with its two marks and a line end behind it. */
export const frontmatterText = (lines: ReadonlyArray<string>, lineEnd: string): string =>
  ["---", ...lines, "---", ""].join(lineEnd)
