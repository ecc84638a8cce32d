import * as NodeFs from "node:fs"
import type { EntryKind } from "../../domain/disk/identity.ts"
import type { PromptRead } from "./NativeDisk.ts"

/** Bytes up to which a file is read at once; a trip through the pool of threads costs more than these. */
export const promptBytes = 1 << 20

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = NodeFs.constants

const kindOf = (stat: NodeFs.Stats): EntryKind => {
  if (stat.isFile()) return "file"
  if (stat.isDirectory()) return "directory"
  return stat.isSymbolicLink() ? "link" : "other"
}

const inPieces: PromptRead = { _tag: "InPieces" }

/** Reads an open file that has `size` bytes; one byte more is asked for, so that it is seen to end there. */
const readWhole = (descriptor: number, size: number): PromptRead => {
  const buffer = new Uint8Array(size + 1)
  let total = 0
  while (total < buffer.length) {
    const read = NodeFs.readSync(descriptor, buffer, total, buffer.length - total, total)
    if (read === 0) return { _tag: "Bytes", bytes: buffer.subarray(0, total) }
    total += read
  }
  return inPieces
}

/** `NativeDisk.readPromptly`. Looks before it opens, and opens without waiting: a pipe put there meanwhile has no other end. */
export const readPromptly = (path: string, maxBytes: number): PromptRead => {
  const found = NodeFs.lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return { _tag: "NoFile", kind: "missing" }
  const kind = kindOf(found)
  if (kind !== "file") return { _tag: "NoFile", kind }
  const descriptor = NodeFs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const opened = NodeFs.fstatSync(descriptor)
    // What was opened may not be what was looked at.
    if (!opened.isFile()) return { _tag: "NoFile", kind: "other" }
    if (opened.size > maxBytes) return { _tag: "Longer" }
    return opened.size > promptBytes ? inPieces : readWhole(descriptor, opened.size)
  } finally {
    NodeFs.closeSync(descriptor)
  }
}
