import { quotedText, wellFormed } from "./yamlText.ts"

const escapes = new Map([
  ["\\", "\\\\"],
  ["\r", "\\r"],
  ["\b", "\\b"],
  ["\f", "\\f"]
])

const isLiteral = (text: string): boolean => !/'''|'$|[\u0000-\u0008\u000b-\u001f\u007f]/u.test(text)

const escaped = (character: string): string =>
  escapes.get(character) ?? `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`

/** A text on one line as a TOML string. */
export const tomlText = (text: string): string => quotedText(text)

/**
 * A text of many lines as a TOML string: literal, so that it reads as it is, when nothing in it ends or breaks that form;
 * else a basic one in which backslashes, quotes and control characters are escaped, carriage returns too.
 */
export const tomlBlock = (text: string): string => {
  const whole = wellFormed(text)
  if (isLiteral(whole)) return `'''\n${whole}'''`
  const body = whole.replace(/[\\\u0000-\u0008\u000b-\u001f\u007f]/gu, escaped).replace(/"(?="")|"$/gu, '\\"')
  return `"""\n${body}"""`
}
