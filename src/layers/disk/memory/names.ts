import * as Result from "effect/Result"
import {
  changeNames,
  type Code,
  type DirectoryNode,
  makeDirectoryNode,
  makeLink,
  metaOf,
  type Node,
  tick,
  type Tree
} from "./node.ts"
import { bits, type Found, isAllowed, locate, locateDirectory, mayChange, resolve } from "./resolve.ts"

type Done = Result.Result<void, Code>

const done: Done = Result.succeed(undefined)

/** Forgets one name of a node; the space is free with the last one. */
const drop = (tree: Tree, node: Node): void => {
  node.links -= 1
  node.ctimeNs = tick(tree)
  if (node.kind === "file" && node.links === 0) tree.usedBytes -= node.version.bytes.byteLength
}

/** A name that must be free, in a directory that may be changed. */
export const vacancy = (tree: Tree, path: string): Result.Result<Found, Code> =>
  Result.gen(function* () {
    const found = yield* resolve(tree, path, false)
    if (found.node !== undefined) return yield* Result.fail("EEXIST")
    yield* mayChange(tree, found.parent)
    return found
  })

const deviceAt = (tree: Tree, found: Found): bigint => {
  if (!tree.mounts.includes(found.path)) return found.parent.dev
  tree.lastDev += 1n
  return tree.lastDev
}

/** `mkdir`. */
export const makeDirectory = (tree: Tree, path: string, mode: number): Done =>
  Result.map(vacancy(tree, path), (found) => {
    const node = makeDirectoryNode(tree, deviceAt(tree, found), mode)
    changeNames(tree, found.parent, [[found.name, node]])
  })

/** `mkdir -p`. */
export const makeDirectories = (tree: Tree, path: string, mode: number): Done => {
  const parts = path.split("/").filter((part) => part !== "")
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const made = makeDirectory(tree, `/${parts.slice(0, depth).join("/")}`, mode)
    if (Result.isFailure(made) && made.failure !== "EEXIST") return made
  }
  return Result.map(locateDirectory(tree, path), () => undefined)
}

/** `symlink`. */
export const symlink = (tree: Tree, target: string, path: string): Done =>
  Result.map(vacancy(tree, path), ({ name, parent }) =>
    changeNames(tree, parent, [[name, makeLink(tree, parent.dev, target)]])
  )

/** `link`: a second name for a file. */
export const hardLink = (tree: Tree, from: string, to: string): Done =>
  Result.gen(function* () {
    const { node } = yield* locate(tree, from, false)
    if (node.kind === "directory") return yield* Result.fail("EPERM")
    const { name, parent } = yield* vacancy(tree, to)
    if (parent.dev !== node.dev) return yield* Result.fail("EXDEV")
    node.links += 1
    node.ctimeNs = tick(tree)
    changeNames(tree, parent, [[name, node]])
  })

/** `unlink`. */
export const unlink = (tree: Tree, path: string): Done =>
  Result.gen(function* () {
    const { name, node, parent } = yield* locate(tree, path, false)
    if (node.kind === "directory") return yield* Result.fail("ERR_FS_EISDIR")
    yield* mayChange(tree, parent)
    changeNames(tree, parent, [[name, undefined]])
    drop(tree, node)
  })

/** `rmdir`. */
export const removeDirectory = (tree: Tree, path: string): Done =>
  Result.gen(function* () {
    const { name, node, parent } = yield* locate(tree, path, false)
    if (node.kind !== "directory") return yield* Result.fail("ENOTDIR")
    if (node.names.size > 0) return yield* Result.fail("ENOTEMPTY")
    if (node === tree.root) return yield* Result.fail("EBUSY")
    yield* mayChange(tree, parent)
    changeNames(tree, parent, [[name, undefined]])
    drop(tree, node)
  })

/** `rm -r`: links are removed, never followed. */
export const removeAll = (tree: Tree, path: string): Done =>
  Result.gen(function* () {
    const { node } = yield* locate(tree, path, false)
    if (node.kind !== "directory") return yield* unlink(tree, path)
    if (node.names.size > 0 && !isAllowed(tree, node, bits.write)) return yield* Result.fail("EACCES")
    for (const name of node.names.keys()) yield* removeAll(tree, `${path}/${name}`)
    yield* removeDirectory(tree, path)
  })

const mayReplace = (node: Node, target: Node | undefined): Done => {
  if (target === undefined) return done
  if (node.kind !== "directory") return target.kind === "directory" ? Result.fail("EISDIR") : done
  if (target.kind !== "directory") return Result.fail("ENOTDIR")
  return target.names.size > 0 ? Result.fail("ENOTEMPTY") : done
}

const moveName = (tree: Tree, from: Found & { readonly node: Node }, to: Found): void => {
  if (from.parent === to.parent) {
    changeNames(tree, from.parent, [
      [from.name, undefined],
      [to.name, from.node]
    ])
    return
  }
  changeNames(tree, to.parent, [[to.name, from.node]])
  changeNames(tree, from.parent, [[from.name, undefined]])
}

/** `rename`: one change within a directory; across directories one in each, lost or kept apart. */
export const rename = (tree: Tree, oldPath: string, newPath: string): Done =>
  Result.gen(function* () {
    const from = yield* locate(tree, oldPath, false)
    const to = yield* resolve(tree, newPath, false)
    yield* mayChange(tree, from.parent)
    yield* mayChange(tree, to.parent)
    if (from.node === to.node) return
    if (from.parent.dev !== to.parent.dev || from.node.dev !== to.parent.dev)
      return yield* Result.fail("EXDEV")
    if (to.path.startsWith(`${from.path}/`)) return yield* Result.fail("EINVAL")
    yield* mayReplace(from.node, to.node)
    moveName(tree, from, to)
    if (to.node !== undefined) drop(tree, to.node)
    from.node.ctimeNs = tick(tree)
  })

const mayChangeMeta = (tree: Tree, node: Node): Done => {
  if (tree.readOnly) return Result.fail("EROFS")
  return tree.uid === 0 || metaOf(node).uid === tree.uid ? done : Result.fail("EPERM")
}

/** `chmod` and `chown`; durable with the node's next fsync. */
export const changeMeta = (
  tree: Tree,
  path: string,
  change: { readonly mode?: number; readonly uid?: number; readonly gid?: number }
): Done =>
  Result.gen(function* () {
    const { node } = yield* locate(tree, path, true)
    yield* mayChangeMeta(tree, node)
    const gives = change.uid !== undefined && change.uid !== metaOf(node).uid
    if (gives && tree.uid !== 0) return yield* Result.fail("EPERM")
    if (node.kind === "file") node.version = { ...node.version, ...change }
    else node.meta = { ...node.meta, ...change }
    node.ctimeNs = tick(tree)
  })

/** `readdir`: every name with what stands there, in the order of creation. */
export const list = (tree: Tree, path: string): Result.Result<ReadonlyArray<readonly [string, Node]>, Code> =>
  Result.flatMap(locateDirectory(tree, path), (node: DirectoryNode) =>
    isAllowed(tree, node, bits.read) ? Result.succeed([...node.names]) : Result.fail("EACCES")
  )

/** `readlink`. */
export const readLink = (tree: Tree, path: string): Result.Result<string, Code> =>
  Result.flatMap(locate(tree, path, false), ({ node }) =>
    node.kind === "link" ? Result.succeed(node.target) : Result.fail("EINVAL")
  )
