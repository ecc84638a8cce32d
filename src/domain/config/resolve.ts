import type { KeyEntry } from "./entry.ts"
import { limits } from "../limits.ts"
import { member, type JsonObject, type JsonValue } from "../json/value.ts"

/** Where a value comes from, the weakest first. */
export const configOrigins = ["default", "user", "project", "workstream", "flag"] as const
export type ConfigOrigin = (typeof configOrigins)[number]

/** What one file, or the command line, sets. */
export interface ConfigLayer {
  readonly origin: Exclude<ConfigOrigin, "default">
  /** Absolute path of the file; empty for flags. */
  readonly file: string
  readonly document: JsonObject
  /** The file as it was read; absent when there is none. */
  readonly bytes?: Uint8Array
}

/** One place that sets a key. */
export interface ConfigSetting {
  readonly origin: ConfigOrigin
  readonly file: string
  readonly value: JsonValue
  /** Why the value is not taken, as a sentence without a period; the next weaker one counts then. */
  readonly problem?: string
}

/** The value in force of a key. */
export interface ResolvedValue {
  readonly key: string
  /** Undefined when nothing sets it and it has no default. */
  readonly value: JsonValue | undefined
  readonly origin: ConfigOrigin
  /** Every place that sets it, strongest first, the default last. */
  readonly settings: ReadonlyArray<ConfigSetting>
}

/**
 * Own member by dotted key; a key that is written as one name wins over the nested form. Null is what is written for
 * nothing, and counts as that. A name longer than any key may be is found as one name alone.
 */
export const valueAt = (document: JsonValue | undefined, key: string): JsonValue | undefined => {
  const whole = member(document, key) ?? undefined
  if (whole !== undefined || key.length > limits.configKeyCharacters) return whole
  const dot = key.indexOf(".")
  for (let at = dot; at !== -1; at = key.indexOf(".", at + 1)) {
    const found = valueAt(member(document, key.slice(0, at)), key.slice(at + 1))
    if (found !== undefined) return found
  }
  return undefined
}

const quoted = (value: JsonValue): string => `\`${JSON.stringify(value)}\``

/** Why a value does not fit a key, as a sentence without a period; undefined when it fits. */
export const misfit = (entry: KeyEntry, value: JsonValue): string | undefined => {
  if (entry.type === "enum")
    return typeof value === "string" && entry.values.includes(value)
      ? undefined
      : `${quoted(value)} is none of ${entry.values.map((one) => `\`${one}\``).join(", ")}`
  const fits = entry.type === "number" ? Number.isFinite(value) : typeof value === entry.type
  return fits ? undefined : `${quoted(value)} is no ${entry.type}`
}

/**
 * Works out the value in force of a key: the strongest layer whose value has the key's type, else the default. Layers in
 * any order; a key that nobody declares takes any value.
 */
export const resolveKey = (
  layers: ReadonlyArray<ConfigLayer>,
  key: string,
  entry: KeyEntry | undefined
): ResolvedValue => {
  const ranked = layers.toSorted((a, b) => configOrigins.indexOf(b.origin) - configOrigins.indexOf(a.origin))
  const set = ranked.flatMap(({ origin, file, document }): ReadonlyArray<ConfigSetting> => {
    const value = valueAt(document, key)
    if (value === undefined) return []
    const problem = entry === undefined ? undefined : misfit(entry, value)
    return [{ origin, file, value, ...(problem === undefined ? {} : { problem }) }]
  })
  const initial = entry?.default
  const settings =
    initial === undefined ? set : [...set, { origin: "default" as const, file: "", value: initial }]
  const inForce = settings.find(({ problem }) => problem === undefined)
  return { key, value: inForce?.value, origin: inForce?.origin ?? "default", settings }
}
