import * as Result from "effect/Result"
import type { ArchiveFault } from "./errors.ts"

/** Everything in a tar archive comes in blocks of this many bytes. */
export const blockBytes = 512

/** What a header block says, as far as anybody needs it. */
export interface TarHeader {
  /** Path as written; what is not UTF-8 shows as U+FFFD. */
  readonly name: string
  readonly isUtf8: boolean
  /** The type flag, one character; `0` for a file of the oldest format too. */
  readonly type: string
  /** Bytes that follow, without the padding. */
  readonly size: number
}

const field = {
  name: [0, 100],
  size: [124, 136],
  checksum: [148, 156],
  type: [156, 157],
  magic: [257, 265],
  prefix: [345, 500]
} as const

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const lossy = new TextDecoder("utf-8", { ignoreBOM: true })

/** Text of bytes, and whether they were UTF-8. */
export const decodeText = (bytes: Uint8Array): { readonly text: string; readonly isUtf8: boolean } => {
  const decoded = Result.try(() => strict.decode(bytes))
  return Result.isSuccess(decoded)
    ? { text: decoded.success, isUtf8: true }
    : { text: lossy.decode(bytes), isUtf8: false }
}

const part = (block: Uint8Array, [from, to]: readonly [number, number]): Uint8Array =>
  block.subarray(from, to)

/** Bytes up to the first NUL. */
const beforeNul = (bytes: Uint8Array): Uint8Array => {
  const end = bytes.indexOf(0)
  return end === -1 ? bytes : bytes.subarray(0, end)
}

const asciiOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** An octal number with blanks before and blanks or NULs behind; undefined when it is none. */
const octalOf = (bytes: Uint8Array): number | undefined => {
  const match = /^ *([0-7]*)[ \0]*$/u.exec(asciiOf(bytes))
  return match === null ? undefined : Number.parseInt(`0${match[1] ?? ""}`, 8)
}

const checksumOf = (block: Uint8Array): number => {
  const [from, to] = field.checksum
  let sum = 0x20 * (to - from)
  for (let at = 0; at < blockBytes; at += 1) if (at < from || at >= to) sum += block[at] ?? 0
  return sum
}

const fault = (reason: string): Result.Result<never, ArchiveFault> => Result.fail({ rule: "header", reason })

/** Tells whether a block is all zeros: two of them end an archive. */
export const isZero = (block: Uint8Array): boolean => block.findIndex((byte) => byte !== 0) === -1

const nameOf = (block: Uint8Array): { readonly text: string; readonly isUtf8: boolean } => {
  const name = beforeNul(part(block, field.name))
  // GNU's own format keeps times where the standard one keeps the start of a long path.
  const isStandard = asciiOf(part(block, field.magic)).startsWith("ustar\0")
  const prefix = isStandard ? beforeNul(part(block, field.prefix)) : new Uint8Array()
  if (prefix.length === 0) return decodeText(name)
  return decodeText(Uint8Array.from([...prefix, 0x2f, ...name]))
}

/** Reads one header block that is not all zeros. Sizes beyond 8 GiB, which only some formats can write, are refused. */
export const readHeader = (block: Uint8Array): Result.Result<TarHeader, ArchiveFault> => {
  if (octalOf(part(block, field.checksum)) !== checksumOf(block))
    return Result.fail({ rule: "header", reason: "a tar header in it does not fit its checksum" })
  const size = octalOf(part(block, field.size))
  if (size === undefined) return fault("a tar header in it gives no size in octal digits")
  const type = asciiOf(part(block, field.type))
  const { isUtf8, text } = nameOf(block)
  return Result.succeed({ name: text, isUtf8, type: type === "\0" ? "0" : type, size })
}
