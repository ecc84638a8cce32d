import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.ts"

/** A value of the configuration, and the file it stands in. */
export interface Setting {
  readonly value: JsonValue
  readonly file: string
}

/** Configuration by dotted key; objects are never values, their members are. */
export type Settings = ReadonlyMap<string, Setting>

const leavesOf = (value: JsonObject, prefix: string): ReadonlyArray<readonly [string, JsonValue]> =>
  Object.entries(value).flatMap(([key, one]): ReadonlyArray<readonly [string, JsonValue]> =>
    isJsonObject(one) ? leavesOf(one, `${prefix}${key}.`) : [[prefix + key, one]]
  )

/** The settings of one document. Nested members and members whose name has dots in it are the same. */
export const settingsOf = (document: JsonObject, file: string): Settings =>
  new Map(leavesOf(document, "").map(([key, value]) => [key, { value, file }]))

/** The setting of a key that a lane names, or undefined: the lane names none, nothing is set, or null is. */
export const settingAt = (settings: Settings, key: string | null | undefined): Setting | undefined => {
  const found = key === null || key === undefined || key === "" ? undefined : settings.get(key)
  return found === undefined || found.value === null ? undefined : found
}

/**
 * A text setting without outer blanks; undefined when it is not set. The empty text, `null` and `undefined` are what
 * scripts write for "not set" and count as that. Other types are no text and give undefined too.
 */
export const textAt = (settings: Settings, key: string | null | undefined): string | undefined => {
  const value = settingAt(settings, key)?.value
  const text = typeof value === "string" ? value.trim() : ""
  return text === "" || text === "null" || text === "undefined" ? undefined : text
}
