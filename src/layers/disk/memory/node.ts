/** Owner and permission bits. */
export interface Meta {
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

/** A file's bytes, owner and mode at one moment; never changed in place. */
export interface Version extends Meta {
  readonly bytes: Uint8Array
}

interface Inode {
  readonly ino: bigint
  readonly dev: bigint
  links: number
  mtimeNs: bigint
  ctimeNs: bigint
}

/** A regular file: what programs see, and what a power cut would leave. */
export interface FileNode extends Inode {
  readonly kind: "file"
  version: Version
  /** At the last fsync; before the first one, empty with the mode of its creation. */
  synced: Version
  /** What a failed fsync let go: a later fsync of the same says yes and writes nothing. */
  unsyncable: Version | undefined
}

/** A symbolic link; its target is as durable as its name. */
export interface LinkNode extends Inode {
  readonly kind: "link"
  readonly target: string
  meta: Meta
}

/** Names set, or taken away when undefined, all at once or not at all. */
export type NameChange = ReadonlyArray<readonly [name: string, node: Node | undefined]>

/** A directory: the names that programs see, those at the last fsync, and every change since in order. */
export interface DirectoryNode extends Inode {
  readonly kind: "directory"
  names: Map<string, Node>
  durable: Map<string, Node>
  pending: Array<NameChange>
  /** How many pending changes a failed fsync let go, as with files. */
  unsyncable: number
  meta: Meta
  syncedMeta: Meta
}

/** One inode. */
export type Node = FileNode | LinkNode | DirectoryNode

/** One whole disk, and who uses it. */
export interface Tree {
  root: DirectoryNode
  readonly uid: number
  readonly gid: number
  readonly umask: number
  /** Directories, by path, that are devices of their own. */
  readonly mounts: ReadonlyArray<string>
  capacityBytes: number
  usedBytes: number
  readOnly: boolean
  /** Calls of fsync until now. */
  syncs: number
  /** The fsync that fails. */
  failSyncAt: number
  lastIno: bigint
  lastDev: bigint
  /** Time of the last change; every change advances it by at least one. */
  lastNs: bigint
}

/** Errno name of a refused operation. */
export type Code = string

/** Owner and mode of any node. */
export const metaOf = (node: Node): Meta => (node.kind === "file" ? node.version : node.meta)

/** Applies one change to a set of names. */
export const applyChange = (names: Map<string, Node>, change: NameChange): void => {
  for (const [name, node] of change) {
    if (node === undefined) names.delete(name)
    else names.set(name, node)
  }
}

/** The next moment on this disk. */
export const tick = (tree: Tree): bigint => {
  tree.lastNs += 1n
  return tree.lastNs
}

/** Changes names of a directory now; durable with its next fsync. */
export const changeNames = (tree: Tree, directory: DirectoryNode, change: NameChange): void => {
  applyChange(directory.names, change)
  directory.pending.push(change)
  directory.mtimeNs = directory.ctimeNs = tick(tree)
}

const inode = (tree: Tree, dev: bigint): Inode => {
  tree.lastIno += 1n
  const now = tick(tree)
  return { ino: tree.lastIno, dev, links: 1, mtimeNs: now, ctimeNs: now }
}

const metaFor = (tree: Tree, mode: number): Meta => ({
  mode: mode & ~tree.umask & 0o7777,
  uid: tree.uid,
  gid: tree.gid
})

/** A new empty file. */
export const makeFile = (tree: Tree, dev: bigint, mode: number): FileNode => {
  const version = { ...metaFor(tree, mode), bytes: new Uint8Array(0) }
  return { ...inode(tree, dev), kind: "file", version, synced: version, unsyncable: undefined }
}

/** A new symbolic link. */
export const makeLink = (tree: Tree, dev: bigint, target: string): LinkNode => ({
  ...inode(tree, dev),
  kind: "link",
  target,
  meta: { mode: 0o777, uid: tree.uid, gid: tree.gid }
})

/** A new empty directory. */
export const makeDirectoryNode = (tree: Tree, dev: bigint, mode: number): DirectoryNode => {
  const meta = metaFor(tree, mode)
  return {
    ...inode(tree, dev),
    kind: "directory",
    names: new Map(),
    durable: new Map(),
    pending: [],
    unsyncable: 0,
    meta,
    syncedMeta: meta
  }
}
