import * as Result from "effect/Result"
import type { KeyEntry } from "./entry.ts"
import { readJson } from "../json/intake.ts"
import { isJsonObject, type JsonValue } from "../json/value.ts"
import { limits } from "../limits.ts"
import { ConfigValueRefused } from "./errors.ts"
import type { KnownKey } from "./key.ts"

const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u

/** The values a key may have, as they are written; empty when there are too many to say. */
export const allowedOf = (entry: KeyEntry | undefined): ReadonlyArray<string> => {
  if (entry?.type === "enum") return entry.values
  return entry?.type === "boolean" ? ["true", "false"] : []
}

const isPlain = (value: unknown): value is JsonValue =>
  Array.isArray(value) ? value.every(isPlain) : !isJsonObject(value)

/** Text that begins as a list, a text in quotes or a scalar of JSON is one; all other text is meant as it stands. */
const untyped = (text: string): Result.Result<JsonValue, string> => {
  if (text === "null") return Result.fail("is nothing; `gsd config unset` takes a key out")
  if (text === "true" || text === "false") return Result.succeed(text === "true")
  const looksLikeJson = decimal.test(text) || /^\s*["[{]/u.test(text)
  if (!looksLikeJson) return Result.succeed(text)
  const bytes = new TextEncoder().encode(text)
  const read = readJson(bytes, { maxBytes: limits.settingsBytes, maxDepth: limits.jsonDepth })
  if (Result.isFailure(read)) return Result.fail("is neither plain text nor JSON")
  const { value } = read.success
  return isPlain(value) ? Result.succeed(value) : Result.fail("holds an object; name the keys in it instead")
}

const typed = (entry: KeyEntry, text: string): Result.Result<JsonValue, string> => {
  switch (entry.type) {
    case "boolean":
      return text === "true" || text === "false"
        ? Result.succeed(text === "true")
        : Result.fail("is neither `true` nor `false`")
    case "number":
      return decimal.test(text) && Number.isFinite(Number(text))
        ? Result.succeed(Number(text))
        : Result.fail("is no number")
    case "string":
      return Result.succeed(text)
    case "enum":
      return entry.values.includes(text) ? Result.succeed(text) : Result.fail("is none of its values")
  }
}

/**
 * Reads a value from the command line as its key's type says: `true` and `false`, a decimal number, a member of the
 * enum, text as it stands. A key without a type takes any scalar or list of JSON, and other text as it stands.
 */
export const parseValue = (
  { entry, key }: KnownKey,
  text: string
): Result.Result<JsonValue, ConfigValueRefused> =>
  Result.mapError(
    entry === undefined ? untyped(text) : typed(entry, text),
    (problem) => new ConfigValueRefused({ key, value: text, problem, allowed: allowedOf(entry) })
  )
