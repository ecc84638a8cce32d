import { tomlText } from "../../runtime/dialect/tomlText.ts"

const bareKey = /^[\w-]+$/u

/** A key of TOML: as it stands when TOML reads it so, else in double quotes. */
export const tomlKey = (key: string): string => (bareKey.test(key) ? key : tomlText(key))

/** A line of a key and a text. */
export const textLine = (key: string, value: string): string => `${tomlKey(key)} = ${tomlText(value)}`

/** A line of a key and texts. */
export const textsLine = (key: string, values: ReadonlyArray<string>): string =>
  `${tomlKey(key)} = [${values.map(tomlText).join(", ")}]`

/** The head of a table below others. */
export const tableHead = (keys: ReadonlyArray<string>): string => `[${keys.map(tomlKey).join(".")}]`

/** The head of one more table of an array. */
export const arrayTableHead = (key: string): string => `[[${tomlKey(key)}]]`

const comment = /^\s*#/u

/** Tells whether a text of TOML may hold something under a key of its root already; a line that only looks so counts. */
export const mayHold = (text: string, key: string): boolean => {
  const quoted = `(?:${key}|"${key}"|'${key}')`
  const head = new RegExp(`^\\s*(?:\\[{1,2}\\s*)?${quoted}\\s*[.\\]=]`, "u")
  return text
    .split(/\r\n|\r|\n/u)
    .some((line) => !comment.test(line) && head.test(line.replace(/^\ufeff/u, "")))
}
