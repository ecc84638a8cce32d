import * as Result from "effect/Result"
import { limits } from "../limits.ts"
import type { ArchiveFault } from "./errors.ts"

/** Bytes of a gzip member after its compressed data: checksum and size, four each, lowest byte first. */
export const trailerBytes = 8

const fixedBytes = 10

const flag = { headerChecksum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const

/** Whether bytes begin like a gzip member, as far as there are any. */
export const looksLikeGzip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x1f && (bytes.length < 2 || bytes[1] === 0x8b)

const afterText = (bytes: Uint8Array, from: number): number => {
  const end = bytes.indexOf(0, from)
  return end === -1 ? bytes.length + 1 : end + 1
}

const sizeOf = (bytes: Uint8Array, flags: number): number => {
  let at = fixedBytes
  if ((flags & flag.extra) !== 0) at += 2 + (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 0x100
  if ((flags & flag.name) !== 0) at = afterText(bytes, at)
  if ((flags & flag.comment) !== 0) at = afterText(bytes, at)
  return (flags & flag.headerChecksum) === 0 ? at : at + 2
}

/**
 * Size of the header at the start of a gzip file; `undefined` when more bytes are needed to tell. Source: RFC 1952.
 */
export const gzipHeaderSize = (bytes: Uint8Array): Result.Result<number | undefined, ArchiveFault> => {
  if (bytes.length > 0 && !looksLikeGzip(bytes))
    return Result.fail({ rule: "not-gzip", reason: "it is not compressed with gzip" })
  if (bytes.length < fixedBytes) return Result.succeed(undefined)
  const flags = bytes[3] ?? 0
  if (bytes[2] !== 8 || (flags & flag.reserved) !== 0)
    return Result.fail({ rule: "gzip-header", reason: "its gzip header asks for what gzip does not define" })
  const size = sizeOf(bytes, flags)
  if (size <= bytes.length) return Result.succeed(size)
  return bytes.length > limits.gzipHeaderBytes
    ? Result.fail({
        rule: "gzip-header",
        reason: `its gzip header is longer than ${limits.gzipHeaderBytes} bytes`
      })
    : Result.succeed(undefined)
}

const numberAt = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true)

/** Whether a member's trailer fits what was unpacked: its checksum, and its size up to 2^32. */
export const trailerFits = (
  trailer: Uint8Array,
  unpacked: { readonly checksum: number; readonly bytes: number }
): boolean =>
  numberAt(trailer, 0) === unpacked.checksum && numberAt(trailer, 4) === unpacked.bytes % 0x1_0000_0000
