import * as Result from "effect/Result"
import { tomlText } from "../../runtime/dialect/tomlText.ts"
import { parseToml, type TomlTable } from "../../settings/toml.ts"

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

/** A member of a document's root; undefined when it has none, or cannot be read. */
export const rootMember = (text: string | undefined, key: string): TomlTable[string] | undefined => {
  const read = parseToml((text ?? "").replace(/^\ufeff/u, ""))
  return Result.isSuccess(read) && Object.hasOwn(read.success, key) ? read.success[key] : undefined
}

/** A date counts too; it has no members. */
const isTable = (value: TomlTable[string] | undefined): value is TomlTable =>
  typeof value === "object" && !Array.isArray(value)

/** Tells whether a value of TOML has a member of this name. */
export const hasMember = (value: TomlTable[string] | undefined, name: string): boolean =>
  isTable(value) && Object.hasOwn(value, name)

/** Tells whether a table says `true` under a key. */
export const isOn = (value: TomlTable[string] | undefined, key: string): boolean =>
  isTable(value) && Object.hasOwn(value, key) && value[key] === true
