import * as Result from "effect/Result"
import { decodeText } from "../archive/tarHeader.ts"

/** What stands at a path of a commit. */
export type TreeKind = "file" | "link" | "submodule"

/** One entry of a commit's tree; folders are not listed. */
export interface TreeEntry {
  readonly path: string
  readonly isUtf8: boolean
  readonly kind: TreeKind
  /** 40 hex digits. */
  readonly object: string
  /** In bytes; 0 for a submodule. */
  readonly size: number
}

const kinds: ReadonlyMap<string, TreeKind> = new Map([
  ["100644", "file"],
  ["100755", "file"],
  ["100664", "file"],
  ["120000", "link"],
  ["160000", "submodule"]
])

const form = /^([0-7]{6}) (blob|commit) ([0-9a-f]{40}) +([0-9]+|-)$/u

const entryOf = (record: Uint8Array): TreeEntry | undefined => {
  const tab = record.indexOf(0x09)
  const [, mode = "", , object = "", size = ""] =
    form.exec(decodeText(record.subarray(0, Math.max(0, tab))).text) ?? []
  const kind = kinds.get(mode)
  if (kind === undefined || object === "" || tab === record.length - 1) return undefined
  const { isUtf8, text: path } = decodeText(record.subarray(tab + 1))
  return { path, isUtf8, kind, object, size: size === "-" ? 0 : Number(size) }
}

/** Reads the answer of `git ls-tree -r -l -z --full-tree`; the failure is a clause, to follow the source. */
export const readTree = (bytes: Uint8Array): Result.Result<ReadonlyArray<TreeEntry>, string> => {
  const entries: Array<TreeEntry> = []
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0, start)
    const entry = end === -1 ? undefined : entryOf(bytes.subarray(start, end))
    if (entry === undefined) return Result.fail("holds a tree that cannot be read")
    entries.push(entry)
    start = end + 1
  }
  return Result.succeed(entries)
}
