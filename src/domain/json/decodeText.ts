import * as Result from "effect/Result"
import { JsonEncodingRefused } from "./JsonProblem.ts"
import type { SourceText } from "./position.ts"

const startsWith = (bytes: Uint8Array, mark: ReadonlyArray<number>): boolean =>
  mark.every((byte, index) => bytes[index] === byte)

/** Length of the UTF-8 sequence that `lead` starts, and the range of its second byte (RFC 3629); length 0 when it starts none. */
const sequenceOf = (lead: number): readonly [length: number, low: number, high: number] => {
  if (lead < 0x80) return [1, 0, 0]
  if (lead < 0xc2) return [0, 0, 0]
  if (lead < 0xe0) return [2, 0x80, 0xbf]
  if (lead === 0xe0) return [3, 0xa0, 0xbf]
  if (lead === 0xed) return [3, 0x80, 0x9f]
  if (lead < 0xf0) return [3, 0x80, 0xbf]
  if (lead === 0xf0) return [4, 0x90, 0xbf]
  if (lead < 0xf4) return [4, 0x80, 0xbf]
  return lead === 0xf4 ? [4, 0x80, 0x8f] : [0, 0, 0]
}

const isSequence = (bytes: Uint8Array, at: number, shape: ReturnType<typeof sequenceOf>): boolean => {
  const [length, low, high] = shape
  const second = bytes[at + 1] ?? 0
  if (second < low || second > high) return false
  for (let next = 2; next < length; next++) {
    const byte = bytes[at + next] ?? 0
    if (byte < 0x80 || byte > 0xbf) return false
  }
  return true
}

/** Offset of the first byte that belongs to no UTF-8 character, or -1 when all do. Cost is linear. */
export const firstInvalidByte = (bytes: Uint8Array): number => {
  let at = 0
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) {
      at++
      continue
    }
    const shape = sequenceOf(lead)
    if (shape[0] === 0 || !isSequence(bytes, at, shape)) return at
    at += shape[0]
  }
  return -1
}

/** Decodes UTF-8 bytes, dropping a byte order mark. UTF-16 is refused by name, anything else invalid with its byte offset. Source: cases U25. */
export const decodeText = (bytes: Uint8Array): Result.Result<SourceText, JsonEncodingRefused> => {
  if (startsWith(bytes, [0xff, 0xfe])) {
    return Result.fail(new JsonEncodingRefused({ encoding: "UTF-16LE", offset: 0 }))
  }
  if (startsWith(bytes, [0xfe, 0xff])) {
    return Result.fail(new JsonEncodingRefused({ encoding: "UTF-16BE", offset: 0 }))
  }
  const invalid = firstInvalidByte(bytes)
  if (invalid >= 0) {
    return Result.fail(new JsonEncodingRefused({ encoding: "invalid UTF-8", offset: invalid }))
  }
  const skippedBytes = startsWith(bytes, [0xef, 0xbb, 0xbf]) ? 3 : 0
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(skippedBytes))
  return Result.succeed({ text, skippedBytes })
}
