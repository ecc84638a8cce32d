import type * as Option from "effect/Option"
import * as Result from "effect/Result"
import { buildValue } from "./buildValue.ts"
import { decodeText } from "./decodeText.ts"
import { JsonTooLarge } from "./JsonProblem.ts"
import type { JsonProblem } from "./JsonProblem.ts"
import { locateIn } from "./locate.ts"
import type { Position } from "./position.ts"

/** Bounds of one document: `maxBytes` before decoding, `maxDepth` open objects and arrays at once (1 admits `[]`, not `[[]]`). */
export interface JsonLimits {
  readonly maxBytes: number
  readonly maxDepth: number
}

/** Something worth saying about a document that was read all the same. */
export interface JsonNote {
  readonly kind: "byte-order-mark"
  readonly message: string
}

/**
 * One strict JSON document.
 *
 * Objects are ordinary objects whose members are all own properties, `__proto__` included, exactly as JSON.parse
 * makes them: read them with Object.hasOwn, never with `in`. `locate` finds the position of an RFC 6901 pointer.
 */
export interface JsonDocument {
  readonly value: unknown
  readonly text: string
  readonly notes: ReadonlyArray<JsonNote>
  readonly locate: (pointer: string) => Option.Option<Position>
}

const byteOrderMark: JsonNote = {
  kind: "byte-order-mark",
  message: "The file starts with a UTF-8 byte order mark, which was ignored"
}

/**
 * Reads untrusted bytes as one strict JSON document.
 *
 * Refused: too many bytes, UTF-16, invalid UTF-8, anything outside RFC 8259 (comments, trailing commas, NaN,
 * numbers that no double holds), nesting over the limit, a key that stands twice in one object, half of a
 * surrogate pair. A UTF-8 byte order mark is dropped with a note. Linear in the bytes; never throws.
 * Source: decisions "Numbers", cases U25 and U27.
 */
export const readJson = (bytes: Uint8Array, limits: JsonLimits): Result.Result<JsonDocument, JsonProblem> => {
  if (bytes.length > limits.maxBytes) {
    return Result.fail(new JsonTooLarge({ bytes: bytes.length, maxBytes: limits.maxBytes }))
  }
  return Result.flatMap(decodeText(bytes), (source) =>
    Result.map(buildValue(source, limits.maxDepth), (value): JsonDocument => ({
      value,
      text: source.text,
      notes: source.skippedBytes === 0 ? [] : [byteOrderMark],
      locate: (pointer) => locateIn(source, pointer)
    }))
  )
}
