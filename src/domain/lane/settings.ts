import type { JsonValue } from "../json/value.ts"

/** A value of the configuration, and the file it stands in. */
export interface Setting {
  readonly value: JsonValue
  readonly file: string
}

/** Configuration by dotted key; objects are never values, their members are. */
export type Settings = ReadonlyMap<string, Setting>

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
