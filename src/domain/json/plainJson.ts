import * as Result from "effect/Result"
import type { JsonLimits } from "./intake.ts"

/** Whether the quote at `at` is escaped. */
const isEscaped = (text: string, at: number): boolean => {
  let before = at
  while (text[before - 1] === "\\") before -= 1
  return (at - before) % 2 === 1
}

const endOfString = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

const blanks = new Set([" ", "\n", "\r", "\t"])

/** Keys that a JSON text writes; every occurrence counts. Linear. */
const writtenKeys = (text: string): number => {
  let count = 0
  for (let start = text.indexOf('"'); start !== -1;) {
    let next = endOfString(text, start) + 1
    while (blanks.has(text[next] ?? "")) next += 1
    if (text[next] === ":") count += 1
    start = text.indexOf('"', next)
  }
  return count
}

/** Keys of all objects in a value; NaN when it is deeper than `depth` or holds a number that no double holds. */
const keptKeys = (value: unknown, depth: number): number => {
  if (typeof value === "number") return Number.isFinite(value) ? 0 : Number.NaN
  if (typeof value !== "object" || value === null) return 0
  if (depth === 0) return Number.NaN
  const items: ReadonlyArray<unknown> = Object.values(value)
  let count = Array.isArray(value) ? 0 : items.length
  for (const item of items) count += keptKeys(item, depth - 1)
  return count
}

const read = (bytes: Uint8Array, maxDepth: number): unknown => {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  if (/\\u[dD]/u.test(text)) return undefined
  const value: unknown = JSON.parse(text)
  return keptKeys(value, maxDepth) === writtenKeys(text) ? value : undefined
}

/**
 * Value of a document about which `readJson` has nothing to say, by the platform's own parser, which is many times
 * quicker; undefined for every other, and for some that hold escapes of surrogates: those are read the strict way. Where
 * it gives a value, it is the one of `readJson`. Never throws.
 */
export const plainJson = (bytes: Uint8Array, { maxBytes, maxDepth }: JsonLimits): unknown =>
  bytes.length > maxBytes ? undefined : Result.getOrUndefined(Result.try(() => read(bytes, maxDepth)))
