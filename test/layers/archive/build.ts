import { gzipSync } from "node:zlib"

/** One entry of a hand-made archive; whatever is given is written as it is, sensible or not. */
export interface Entry {
  readonly path: string | Uint8Array
  /** Type flag; a file when left out. */
  readonly type?: string
  readonly body?: string | Uint8Array
  /** Size in the header; that of the body when left out. */
  readonly size?: number
  readonly link?: string
  readonly mode?: number
  /** Start of a long path, in its own field. */
  readonly prefix?: string
  readonly magic?: string
}

const block = 512

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : content

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`

/** A header block with its checksum. */
export const header = (entry: Entry): Uint8Array => {
  const made = new Uint8Array(block)
  const put = (content: string | Uint8Array, at: number) => made.set(bytesOf(content), at)
  put(bytesOf(entry.path).subarray(0, 100), 0)
  put(octal(entry.mode ?? 0o644, 7), 100)
  put(octal(0, 7), 108)
  put(octal(0, 7), 116)
  put(octal(entry.size ?? bytesOf(entry.body ?? "").length, 11), 124)
  put(octal(0, 11), 136)
  put(" ".repeat(8), 148)
  put(entry.type ?? "0", 156)
  put(entry.link ?? "", 157)
  put(entry.magic ?? "ustar\u000000", 257)
  put(entry.prefix ?? "", 345)
  const sum = made.reduce((total, byte) => total + byte, 0)
  put(`${sum.toString(8).padStart(6, "0")}\0 `, 148)
  return made
}

/** A header with its body, padded. */
export const entryBytes = (entry: Entry): Uint8Array => {
  const body = bytesOf(entry.body ?? "")
  const padding = (block - (body.length % block)) % block
  return Buffer.concat([header(entry), body, new Uint8Array(padding)])
}

/** The two blocks that end an archive. */
export const end = new Uint8Array(2 * block)

/** A tar archive, not compressed. */
export const tar = (entries: ReadonlyArray<Entry>): Uint8Array =>
  Buffer.concat([...entries.map(entryBytes), end])

/** A compressed archive of entries, or of text by path. */
export const tgz = (entries: ReadonlyArray<Entry> | Readonly<Record<string, string>>): Uint8Array =>
  gzipSync(tar(Array.isArray(entries) ? entries : filesOf(entries as Readonly<Record<string, string>>)))

/** Text by path as entries, below a folder if one is given. */
export const filesOf = (files: Readonly<Record<string, string>>, top = ""): ReadonlyArray<Entry> =>
  Object.entries(files).map(([path, body]) => ({ path: `${top}${path}`, body }))

/** One record of an extended header, with the length that it has. */
export const paxRecord = (key: string, value: string): string => {
  const rest = ` ${key}=${value}\n`
  const size = bytesOf(rest).length
  const digits = [1, 2, 3, 4, 5, 6, 7, 8].find((count) => String(size + count).length === count) ?? 1
  return `${size + digits}${rest}`
}

/** An extended header of the standard; `g` for all entries that follow. */
export const pax = (records: Readonly<Record<string, string>>, type: "x" | "g" = "x"): Entry => ({
  path: "PaxHeaders/x",
  type,
  body: Object.entries(records)
    .map(([key, value]) => paxRecord(key, value))
    .join("")
})

/** GNU's header for a long path (`L`) or target (`K`). */
export const gnuLong = (text: string, type: "L" | "K" = "L"): Entry => ({
  path: "././@LongLink",
  type,
  body: `${text}\0`,
  magic: "ustar  \0"
})
