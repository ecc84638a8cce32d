import { blockBytes } from "../archive/tarHeader.ts"

/** One file of an archive that is written. */
export interface TarFile {
  /** Portable, with `/`. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly executable: boolean
}

const encoder = new TextEncoder()

const nameBytes = 100
const prefixBytes = 155

const modes = { plain: 0o644, executable: 0o755 } as const

/** A number in a field of `width` bytes: octal digits, leading zeros, a NUL. */
const octal = (value: number, width: number): Uint8Array =>
  encoder.encode(`${value.toString(8).padStart(width - 1, "0")}\0`)

const isAscii = (path: string): boolean => /^[\x20-\x7e]*$/u.test(path)

/** A path in the two fields of a standard header; undefined when it needs an extended one. */
const fieldsOf = (path: string): { readonly name: string; readonly prefix: string } | undefined => {
  if (!isAscii(path)) return undefined
  if (path.length <= nameBytes) return { name: path, prefix: "" }
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)]
    if (prefix.length <= prefixBytes && name.length <= nameBytes) return { name, prefix }
  }
  return undefined
}

interface Header {
  readonly name: string
  readonly prefix: string
  readonly mode: number
  readonly size: number
  readonly type: "0" | "x"
}

/** A standard header without owner, time and device. Source: POSIX pax, "ustar". */
const headerOf = ({ mode, name, prefix, size, type }: Header): Uint8Array => {
  const block = new Uint8Array(blockBytes)
  const put = (at: number, bytes: Uint8Array): void => block.set(bytes, at)
  put(0, encoder.encode(name))
  put(100, octal(mode, 8))
  put(108, octal(0, 8))
  put(116, octal(0, 8))
  put(124, octal(size, 12))
  put(136, octal(0, 12))
  put(148, encoder.encode("        "))
  put(156, encoder.encode(type))
  put(257, encoder.encode("ustar\u000000"))
  put(329, octal(0, 8))
  put(337, octal(0, 8))
  put(345, encoder.encode(prefix))
  const sum = block.reduce((total, byte) => total + byte, 0)
  put(148, encoder.encode(`${sum.toString(8).padStart(6, "0")}\0 `))
  return block
}

/** Bytes followed by zeros up to the next block. */
const padded = (bytes: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(Math.ceil(bytes.length / blockBytes) * blockBytes)
  whole.set(bytes)
  return whole
}

/** One row of an extended header: its length in bytes counts its own digits. */
const paxRow = (key: string, value: string): Uint8Array => {
  const rest = encoder.encode(` ${key}=${value}\n`).length
  const lengthWith = (digits: number): number => rest + digits
  const digits = [1, 2, 3, 4, 5].find((one) => String(lengthWith(one)).length === one) ?? 5
  return encoder.encode(`${lengthWith(digits)} ${key}=${value}\n`)
}

/** A path that no header field holds, in an extended header before the file's own. */
const extended = (path: string): ReadonlyArray<Uint8Array> => {
  const row = paxRow("path", path)
  return [headerOf({ name: "pax", prefix: "", mode: modes.plain, size: row.length, type: "x" }), padded(row)]
}

const blocksOf = ({ bytes, executable, path }: TarFile): ReadonlyArray<Uint8Array> => {
  const fields = fieldsOf(path)
  const mode = executable ? modes.executable : modes.plain
  const { name, prefix } = fields ?? { name: "file", prefix: "" }
  return [
    ...(fields === undefined ? extended(path) : []),
    headerOf({ name, prefix, mode, size: bytes.length, type: "0" }),
    padded(bytes)
  ]
}

/**
 * A tar archive of files in the order given, which is the same bytes for the same files everywhere: no owner, no time,
 * no folders, two modes.
 */
export const tarOf = (files: ReadonlyArray<TarFile>): Uint8Array => {
  const blocks = [...files.flatMap(blocksOf), new Uint8Array(2 * blockBytes)]
  const whole = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0))
  let at = 0
  for (const block of blocks) {
    whole.set(block, at)
    at += block.length
  }
  return whole
}
