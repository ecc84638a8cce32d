import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type * as PlatformError from "effect/PlatformError"

/** Largest buffer of one read; a lying size must not make us allocate the cap. */
const chunkBytes = 1 << 20

const concat = (chunks: ReadonlyArray<Uint8Array>, total: number): Uint8Array => {
  const bytes = new Uint8Array(total)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/** Size in bytes of an open file, as it is now. */
export const sizeOf = (info: FileSystem.File.Info): number => Number(ByteSize.toBigInt(info.size))

/** Reads from `position` to the end, or to `limit` bytes, whichever comes first. */
export const readBytes = Effect.fnUntraced(function* (
  file: FileSystem.File,
  range: { readonly position: number; readonly limit: number; readonly expected: number }
): Effect.fn.Return<Uint8Array, PlatformError.PlatformError> {
  const chunks: Array<Uint8Array> = []
  let total = 0
  // One byte more than expected, so that a file of the expected size is seen to end there.
  let ask = Math.min(range.expected + 1, chunkBytes)
  while (total < range.limit) {
    const asked = Math.min(ask, range.limit - total)
    const chunk = yield* file.readAlloc(asked, {
      position: BigInt(range.position + total)
    })
    if (Option.isNone(chunk)) break
    chunks.push(chunk.value)
    total += chunk.value.byteLength
    // A regular file gives less than was asked for only at its end.
    if (chunk.value.byteLength < asked) break
    ask = chunkBytes
  }
  const only = chunks.length === 1 ? chunks[0] : undefined
  return only === undefined
    ? concat(chunks, total)
    : new Uint8Array(only.buffer, only.byteOffset, only.byteLength)
})
