import { applyChange, type DirectoryNode, type FileNode, type Node, type Tree, type Version } from "./node.ts"

/** What becomes of bytes that were written and not fsynced; a function says which sectors reached the disk. */
export type DataLoss = "kept" | "lost" | "torn" | ((sector: number) => boolean)

/** One way in which a power cut can leave a disk. */
export interface Loss {
  /** Such as `names of /home/ada/.gsd lost, bytes torn`. */
  readonly name: string
  /** Whether one of a directory's un-synced name changes survives, by its place, the oldest 0. */
  readonly keepsName: (directory: DirectoryNode, place: number) => boolean
  /** Of the bytes of a file, or the mode of a directory. */
  readonly data: (node: FileNode | DirectoryNode) => DataLoss
}

const garble = 0x5a

/** What a disk writes whole or not at all. */
const sectorBytes = 512

/** Keeps what both versions begin with and half of the rest, and garbles the other half. */
const tear = (before: Uint8Array, after: Uint8Array): Uint8Array => {
  const torn = after.slice()
  let same = 0
  while (same < after.length && same < before.length && before[same] === after[same]) same += 1
  const from = same + Math.floor((after.length - same) / 2)
  for (let at = from; at < torn.length; at += 1) torn[at] = (torn[at] ?? 0) ^ garble
  return torn
}

/** Sectors that did not reach the disk are as they were before; beyond the old end they are zeros. */
const scatter = (before: Uint8Array, after: Uint8Array, reached: (sector: number) => boolean): Uint8Array => {
  const bytes = new Uint8Array(after.length)
  for (let from = 0, sector = 0; from < after.length; from += sectorBytes, sector += 1) {
    const source = reached(sector) ? after : before
    bytes.set(source.subarray(from, Math.min(from + sectorBytes, after.length)), from)
  }
  return bytes
}

/** A file's version after the cut. */
const survivor = (node: FileNode, data: DataLoss): Version => {
  if (data === "kept" || node.version === node.synced) return node.version
  if (data === "lost") return node.synced
  const [before, after] = [node.synced.bytes, node.version.bytes]
  return { ...node.version, bytes: data === "torn" ? tear(before, after) : scatter(before, after, data) }
}

interface Copying {
  readonly loss: Loss
  readonly copies: Map<Node, Node>
  /** Directories that the copy stands in; one of them again would be a cycle. */
  readonly within: Set<DirectoryNode>
  lastIno: bigint
  usedBytes: number
}

const copyFile = (copying: Copying, node: FileNode): FileNode => {
  const version = survivor(node, copying.loss.data(node))
  copying.usedBytes += version.bytes.byteLength
  return { ...node, version, synced: version, unsyncable: undefined, links: 0 }
}

const namesAfter = (node: DirectoryNode, { keepsName }: Loss): Map<string, Node> => {
  const names = new Map(node.durable)
  node.pending.forEach((change, place) => {
    if (keepsName(node, place)) applyChange(names, change)
  })
  return names
}

/** A directory that survives under two names becomes two, as a check of the file system would make it. */
const copyDirectory = (copying: Copying, node: DirectoryNode): DirectoryNode => {
  const meta = copying.loss.data(node) === "kept" ? node.meta : node.syncedMeta
  const names = new Map<string, Node>()
  const isSecond = copying.copies.has(node)
  if (isSecond) copying.lastIno += 1n
  const ino = isSecond ? copying.lastIno : node.ino
  const copy = {
    ...node,
    ino,
    meta,
    syncedMeta: meta,
    names,
    durable: names,
    pending: [],
    unsyncable: 0,
    links: 1
  }
  copying.copies.set(node, copy)
  copying.within.add(node)
  for (const [name, child] of namesAfter(node, copying.loss)) {
    if (child.kind === "directory" && copying.within.has(child)) continue
    names.set(name, copyNode(copying, child))
  }
  copying.within.delete(node)
  return { ...copy, durable: new Map(names) }
}

const copyNode = (copying: Copying, node: Node): Node => {
  if (node.kind === "directory") return copyDirectory(copying, node)
  const known = copying.copies.get(node)
  const copy = known ?? (node.kind === "file" ? copyFile(copying, node) : { ...node, links: 0 })
  copying.copies.set(node, copy)
  copy.links += 1
  return copy
}

/** The disk as it is found after the cut: everything on it is durable. */
export const imageOf = (tree: Tree, loss: Loss): Tree => {
  const copying: Copying = {
    loss,
    copies: new Map(),
    within: new Set(),
    lastIno: tree.lastIno,
    usedBytes: 0
  }
  const root = copyDirectory(copying, tree.root)
  const { lastIno, usedBytes } = copying
  return { ...tree, root, lastIno, usedBytes, syncs: 0, failSyncAt: Number.POSITIVE_INFINITY }
}
