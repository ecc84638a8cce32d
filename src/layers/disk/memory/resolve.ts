import * as Result from "effect/Result"
import { type Code, type DirectoryNode, metaOf, type Node, type Tree } from "./node.ts"

/** What a path leads to: the directory that holds the last name, and the node, if any. */
export interface Found {
  readonly parent: DirectoryNode
  /** Last name; empty for the root. */
  readonly name: string
  readonly node: Node | undefined
  /** Path with the links that were followed resolved. */
  readonly path: string
}

/** As many links as Linux follows before it says ELOOP. */
const maxLinks = 40

const maxNameBytes = 255

/** Read, write and search bits of one permission class. */
export const bits = { read: 4, write: 2, search: 1 } as const

/** Tells whether the disk's user has a permission on a node; uid 0 has all. */
export const isAllowed = (tree: Tree, node: Node, bit: number): boolean => {
  if (tree.uid === 0) return true
  const { gid, mode, uid } = metaOf(node)
  const shift = uid === tree.uid ? 6 : gid === tree.gid ? 3 : 0
  return ((mode >> shift) & bit) !== 0
}

interface Walk {
  readonly tree: Tree
  readonly follow: boolean
  followed: number
  /** Directories from the root to where the walk stands, with their names. */
  readonly stack: Array<{ readonly name: string; readonly node: DirectoryNode }>
  readonly rest: Array<string>
}

const partsOf = (path: string): Array<string> => path.split("/").filter((part) => part !== "" && part !== ".")

const hereOf = (walk: Walk): DirectoryNode => walk.stack.at(-1)?.node ?? walk.tree.root

const pathOf = (walk: Walk, name: string): string =>
  `/${[...walk.stack.map((step) => step.name), name].filter((part) => part !== "").join("/")}`

const followLink = (walk: Walk, target: string): Result.Result<undefined, Code> => {
  walk.followed += 1
  if (walk.followed > maxLinks) return Result.fail("ELOOP")
  if (target.startsWith("/")) walk.stack.length = 0
  walk.rest.unshift(...partsOf(target))
  return Result.succeed(undefined)
}

/** Takes one name; a result when the walk is over. */
const advance = (walk: Walk, name: string): Result.Result<Found | undefined, Code> => {
  if (name === "..") {
    walk.stack.pop()
    return Result.succeed(undefined)
  }
  if (Buffer.byteLength(name) > maxNameBytes) return Result.fail("ENAMETOOLONG")
  const parent = hereOf(walk)
  if (!isAllowed(walk.tree, parent, bits.search)) return Result.fail("EACCES")
  const node = parent.names.get(name)
  const isLast = walk.rest.length === 0
  if (node?.kind === "link" && (!isLast || walk.follow)) return followLink(walk, node.target)
  if (isLast) return Result.succeed({ parent, name, node, path: pathOf(walk, name) })
  if (node === undefined) return Result.fail("ENOENT")
  if (node.kind !== "directory") return Result.fail("ENOTDIR")
  walk.stack.push({ name, node })
  return Result.succeed(undefined)
}

/** Walks an absolute path; every parent must exist, the last name need not. */
export const resolve = (tree: Tree, path: string, follow: boolean): Result.Result<Found, Code> => {
  const walk: Walk = { tree, follow, followed: 0, stack: [], rest: partsOf(path) }
  for (let name = walk.rest.shift(); name !== undefined; name = walk.rest.shift()) {
    const taken = advance(walk, name)
    if (Result.isFailure(taken)) return Result.fail(taken.failure)
    if (taken.success !== undefined) return Result.succeed(taken.success)
  }
  const step = walk.stack.pop()
  const node = step?.node ?? tree.root
  const name = step?.name ?? ""
  return Result.succeed({ parent: hereOf(walk), name, node, path: pathOf(walk, name) })
}

/** Walks to something that must exist. */
export const locate = (
  tree: Tree,
  path: string,
  follow: boolean
): Result.Result<Found & { readonly node: Node }, Code> =>
  Result.flatMap(resolve(tree, path, follow), ({ node, ...found }) =>
    node === undefined ? Result.fail("ENOENT") : Result.succeed({ ...found, node })
  )

/** Walks to a directory that must exist. */
export const locateDirectory = (tree: Tree, path: string): Result.Result<DirectoryNode, Code> =>
  Result.flatMap(locate(tree, path, true), ({ node }) =>
    node.kind === "directory" ? Result.succeed(node) : Result.fail("ENOTDIR")
  )

/** Says whether names of a directory may be changed now. */
export const mayChange = (tree: Tree, directory: DirectoryNode): Result.Result<void, Code> => {
  if (tree.readOnly) return Result.fail("EROFS")
  return isAllowed(tree, directory, bits.write) ? Result.succeed(undefined) : Result.fail("EACCES")
}
