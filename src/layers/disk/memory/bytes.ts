import type * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import { vacancy } from "./names.ts"
import { changeNames, type Code, type FileNode, makeFile, type Node, tick, type Tree } from "./node.ts"
import { bits, isAllowed, locate, resolve } from "./resolve.ts"

/** An open file or directory; it keeps its inode after the name is gone. */
export interface Handle {
  readonly node: Node
  readonly appends: boolean
  readonly writes: boolean
  position: number
}

/** How a file is opened. */
export interface OpenOptions {
  readonly flag: FileSystem.OpenFlag
  readonly mode: number
  readonly noFollow: boolean
}

const created = (tree: Tree, path: string, mode: number): Result.Result<FileNode, Code> =>
  Result.map(vacancy(tree, path), ({ name, parent }) => {
    const node = makeFile(tree, parent.dev, mode)
    changeNames(tree, parent, [[name, node]])
    return node
  })

const neededBits = ({ flag }: OpenOptions): number => {
  if (flag === "r") return bits.read
  return flag.includes("+") ? bits.read | bits.write : bits.write
}

const mayOpen = (tree: Tree, node: Node, options: OpenOptions): Result.Result<void, Code> => {
  if (node.kind === "link") return Result.fail("ELOOP")
  if (node.kind === "directory" && options.flag !== "r") return Result.fail("EISDIR")
  if (options.flag !== "r" && tree.readOnly) return Result.fail("EROFS")
  const needed = neededBits(options)
  const isGranted = [bits.read, bits.write].every((bit) => (needed & bit) === 0 || isAllowed(tree, node, bit))
  return isGranted ? Result.succeed(undefined) : Result.fail("EACCES")
}

const nodeToOpen = (tree: Tree, path: string, options: OpenOptions): Result.Result<Node, Code> =>
  Result.gen(function* () {
    const { flag, mode, noFollow } = options
    if (flag.includes("x")) return yield* created(tree, path, mode)
    const found = yield* resolve(tree, path, !noFollow)
    if (found.node === undefined) {
      return flag.startsWith("r") ? yield* Result.fail("ENOENT") : yield* created(tree, found.path, mode)
    }
    yield* mayOpen(tree, found.node, options)
    if (flag.startsWith("w") && found.node.kind === "file") yield* resize(tree, found.node, 0)
    return found.node
  })

/** `open`. */
export const open = (tree: Tree, path: string, options: OpenOptions): Result.Result<Handle, Code> =>
  Result.map(nodeToOpen(tree, path, options), (node) => ({
    node,
    appends: options.flag.startsWith("a"),
    writes: options.flag !== "r",
    position: 0
  }))

const replaceBytes = (tree: Tree, node: FileNode, bytes: Uint8Array): void => {
  tree.usedBytes += bytes.byteLength - node.version.bytes.byteLength
  node.version = { ...node.version, bytes }
  node.mtimeNs = node.ctimeNs = tick(tree)
}

/** `ftruncate`; a longer size is filled with zeros. */
export const resize = (tree: Tree, node: Node, size: number): Result.Result<void, Code> => {
  if (node.kind !== "file") return Result.fail("EINVAL")
  const bytes = new Uint8Array(size)
  bytes.set(node.version.bytes.subarray(0, size))
  replaceBytes(tree, node, bytes)
  return Result.succeed(undefined)
}

/** `write` of all bytes; on a full disk what fits is written. */
export const write = (tree: Tree, handle: Handle, bytes: Uint8Array): Result.Result<number, Code> => {
  const { node } = handle
  if (node.kind !== "file" || !handle.writes) return Result.fail("EBADF")
  const old = node.version.bytes
  const start = handle.appends ? old.byteLength : handle.position
  const free = Math.max(0, tree.capacityBytes - tree.usedBytes)
  const end = Math.min(start + bytes.byteLength, Math.max(old.byteLength, start) + free)
  const fits = bytes.subarray(0, Math.max(0, end - start))
  const next = new Uint8Array(Math.max(old.byteLength, start + fits.byteLength))
  next.set(old)
  next.set(fits, start)
  replaceBytes(tree, node, next)
  if (!handle.appends) handle.position = start + fits.byteLength
  return fits.byteLength < bytes.byteLength ? Result.fail("ENOSPC") : Result.succeed(bytes.byteLength)
}

/** `pread`, or `read` that moves the position; fewer bytes than asked only at the end. */
export const read = (
  handle: Handle,
  size: number,
  position: number | undefined
): Result.Result<Uint8Array, Code> => {
  if (handle.node.kind !== "file") return Result.fail("EISDIR")
  const start = position ?? handle.position
  const bytes = handle.node.version.bytes.slice(start, start + size)
  if (position === undefined) handle.position = start + bytes.byteLength
  return Result.succeed(bytes)
}

const letGo = (node: Node): void => {
  if (node.kind === "file") node.unsyncable = node.version
  if (node.kind === "directory") node.unsyncable = node.pending.length
}

const makeDurable = (node: Node): void => {
  if (node.kind === "file" && node.version !== node.unsyncable) node.synced = node.version
  if (node.kind !== "directory" || (node.unsyncable > 0 && node.pending.length === node.unsyncable)) return
  node.durable = new Map(node.names)
  node.pending = []
  node.unsyncable = 0
  node.syncedMeta = node.meta
}

/**
 * `fsync`: a file's bytes and mode, or a directory's names, are durable from now on. After one that failed,
 * the next says yes to what the first let go, and it is not durable, as with Linux.
 */
export const sync = (tree: Tree, { node }: Handle): Result.Result<void, Code> => {
  tree.syncs += 1
  if (tree.syncs === tree.failSyncAt) {
    letGo(node)
    return Result.fail("EIO")
  }
  makeDurable(node)
  return Result.succeed(undefined)
}

/** All bytes of a file, links followed. */
export const contents = (tree: Tree, path: string): Result.Result<Uint8Array, Code> =>
  Result.gen(function* () {
    const { node } = yield* locate(tree, path, true)
    if (node.kind !== "file") return yield* Result.fail("EISDIR")
    if (!isAllowed(tree, node, bits.read)) return yield* Result.fail("EACCES")
    return node.version.bytes.slice()
  })
