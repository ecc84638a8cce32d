import * as Result from "effect/Result"
import type { ArchiveFault } from "./errors.ts"
import { decodeText } from "./tarHeader.ts"

/** What an extended header changes of the header after it; everything else in it is passed over. */
export interface Extended {
  readonly path?: { readonly text: string; readonly isUtf8: boolean }
  readonly size?: number
  /** Whether it describes a sparse file, whose bytes are not its content. */
  readonly isSparse?: boolean
}

const fault = (reason: string): Result.Result<never, ArchiveFault> =>
  Result.fail({ rule: "header", reason: `an extended header in it ${reason}` })

interface Row {
  readonly key: string
  readonly value: Uint8Array
  readonly end: number
}

const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** A row's length in decimal digits and a blank; more digits than a bounded header could need are none. */
const mostDigits = 8

/** One `LENGTH KEY=VALUE\n`, or undefined when there is none at `from`. */
const rowAt = (bytes: Uint8Array, from: number): Row | undefined => {
  const digits = /^(?<length>[1-9][0-9]*) /u.exec(ascii(bytes.subarray(from, from + mostDigits)))
  if (digits === null) return undefined
  const end = from + Number(digits.groups?.["length"])
  const start = from + digits[0].length
  const equals = bytes.indexOf(0x3d, start)
  if (end > bytes.length || bytes[end - 1] !== 0x0a || equals <= start || equals >= end) return undefined
  const key = decodeText(bytes.subarray(start, equals)).text
  return { key, value: bytes.subarray(equals + 1, end - 1), end }
}

/** Members that decide what an entry is; two of one would leave it to the reader which counts. */
const deciding: ReadonlySet<string> = new Set(["path", "size"])

const sizeOf = (value: Uint8Array): number | undefined => {
  const text = ascii(value.subarray(0, 17))
  return /^[0-9]{1,16}$/u.test(text) ? Number(text) : undefined
}

/** Reads the bytes of a PAX header for one entry. */
export const readPax = (bytes: Uint8Array): Result.Result<Extended, ArchiveFault> => {
  let found: Extended = {}
  const seen = new Set<string>()
  for (let at = 0; at < bytes.length;) {
    const row = rowAt(bytes, at)
    if (row === undefined) return fault("is malformed")
    if (deciding.has(row.key) && seen.has(row.key)) return fault(`gives \`${row.key}\` twice`)
    seen.add(row.key)
    if (row.key === "path") found = { ...found, path: decodeText(row.value) }
    if (row.key === "size") {
      const size = sizeOf(row.value)
      if (size === undefined) return fault("gives a size that is no number")
      found = { ...found, size }
    }
    if (row.key.startsWith("GNU.sparse.")) found = { ...found, isSparse: true }
    at = row.end
  }
  return Result.succeed(found)
}

/**
 * Looks through a PAX header for all entries after it, such as the commit that `git archive` writes. Tools differ in
 * whether a path or size in it counts, so those are refused; the rest changes nothing that a bundle has.
 */
export const judgeGlobalPax = (bytes: Uint8Array): ArchiveFault | undefined => {
  const read = readPax(bytes)
  if (Result.isFailure(read)) return read.failure
  return Object.keys(read.success).length === 0
    ? undefined
    : { rule: "header", reason: "a header in it gives one path or size to all entries" }
}
