import * as JsonPointer from "effect/JsonPointer"

/** JSON object as it was read; read members through `own`. */
export type RawObject = Readonly<Record<string, unknown>>

/** A name in a manifest with the RFC 6901 pointer of the member that says it. */
export interface Named {
  readonly name: string
  readonly pointer: string
}

/** Is a JSON object: neither null nor an array. */
export const isRawObject = (value: unknown): value is RawObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Own member of an object; undefined when absent or when `value` is no object. Inherited names never count. */
export const own = (value: unknown, key: string): unknown =>
  isRawObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** Follows own members from `value`; undefined as soon as one is absent. */
export const ownAt = (value: unknown, ...keys: ReadonlyArray<string>): unknown => {
  let current = value
  for (const key of keys) current = own(current, key)
  return current
}

/** Holds `key` as an own member. */
export const hasOwn = (value: unknown, key: string): value is RawObject =>
  isRawObject(value) && Object.hasOwn(value, key)

/** Own keys in their order; empty for anything but an object. */
export const keysOf = (value: unknown): ReadonlyArray<string> =>
  isRawObject(value) ? Object.keys(value) : []

/** Items of an array; empty for anything else. */
export const itemsOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Strings among the items of an array. */
export const stringsOf = (value: unknown): ReadonlyArray<string> =>
  itemsOf(value).filter((item) => typeof item === "string")

/** RFC 6901 pointer of a path. */
export const pointerOf = (...path: ReadonlyArray<string | number>): string =>
  path.map((part) => (typeof part === "number" ? `/${part}` : `/${JsonPointer.escapeToken(part)}`)).join("")

const longestQuote = 80

/** Puts a name from a manifest into a message: in backticks, control characters replaced, at most 80 characters. */
export const quote = (name: string): string => {
  const clipped = name.length > longestQuote ? `${name.slice(0, longestQuote)}…` : name
  return `\`${clipped.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}`]/gu, "�")}\``
}

/** Lists names in a message, at most 12 of them. */
export const quoteAll = (names: ReadonlyArray<string>): string => {
  const most = 12
  const shown = names.slice(0, most).map(quote).join(", ")
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}
