import type { DataLoss, Loss } from "./image.ts"
import type { DirectoryNode, FileNode, Node, Tree } from "./node.ts"
import { sampled, type Sampling } from "./sampled.ts"

/** How many ways of losing are tried. */
export type LossPatterns =
  /** Nothing, everything, bytes empty, bytes torn, the last file's bytes alone kept, each directory's names alone kept, each alone lost. */
  | "independent"
  /** These, and every number of name changes of one directory while the others' are kept or lost. */
  | "prefixes"
  /** Every number of name changes of every directory with every other, bytes kept and torn: small disks only. */
  | "every"
  /** That many drawn at random, all of it out of order: for what the others do not think of. */
  | Sampling

interface Dirty {
  readonly directory: DirectoryNode
  readonly path: string
}

interface Unsynced {
  readonly directories: ReadonlyArray<Dirty>
  /** Files with un-synced bytes. */
  readonly files: ReadonlyArray<{ readonly file: FileNode; readonly path: string }>
  readonly hasBytes: boolean
}

/** Everything that a crash could bring back, removed names included. */
const childrenOf = (node: DirectoryNode): ReadonlyArray<readonly [string, Node]> => {
  const pending = node.pending.flatMap((change) =>
    change.flatMap(([name, child]) => (child === undefined ? [] : [[name, child] as const]))
  )
  return [...node.names, ...node.durable, ...pending]
}

const hasUnsyncedBytes = (node: Node): boolean =>
  node.kind === "file"
    ? node.version !== node.synced
    : node.kind === "directory" && node.meta !== node.syncedMeta

/** Directories with un-synced names, files with un-synced bytes, and whether any bytes or modes are un-synced. */
const unsyncedOf = (tree: Tree): Unsynced => {
  const directories: Array<Dirty> = []
  const files: Array<Unsynced["files"][number]> = []
  const seen = new Set<Node>()
  let hasBytes = false
  const visit = (node: Node, path: string): void => {
    if (seen.has(node)) return
    seen.add(node)
    const isDirty = hasUnsyncedBytes(node)
    hasBytes ||= isDirty
    if (isDirty && node.kind === "file") files.push({ file: node, path })
    if (node.kind !== "directory") return
    if (node.pending.length > 0) directories.push({ directory: node, path: path === "" ? "/" : path })
    for (const [name, child] of childrenOf(node)) visit(child, `${path}/${name}`)
  }
  visit(tree.root, "")
  return { directories, files, hasBytes }
}

const uniform = (names: "kept" | "lost", data: DataLoss): Loss => ({
  name: `names ${names}, bytes ${data}`,
  keepsName: () => names === "kept",
  data: () => data
})

const alone = ({ directory, path }: Dirty, names: "kept" | "lost", data: DataLoss): Loss => ({
  name: `names of ${path} alone ${names}, bytes ${data}`,
  keepsName: (asked) => (asked === directory) === (names === "kept"),
  data: () => data
})

/** What was written last is there, and nothing of what was written before it. */
const outOfOrder = (files: Unsynced["files"]): Loss => {
  const last = files.reduce((newest, one) => (one.file.ctimeNs > newest.file.ctimeNs ? one : newest))
  return {
    name: `names kept, bytes of ${last.path} alone kept`,
    keepsName: () => true,
    data: (node) => (node === last.file ? "kept" : "lost")
  }
}

function* independent({ directories, files, hasBytes }: Unsynced): Generator<Loss> {
  yield uniform("kept", "kept")
  if (hasBytes) {
    yield uniform("kept", "torn")
    yield uniform("kept", "lost")
  }
  if (files.length > 1) yield outOfOrder(files)
  if (directories.length === 0) return
  yield uniform("lost", "lost")
  if (directories.length === 1) return
  for (const dirty of directories) {
    yield alone(dirty, "kept", "torn")
    yield alone(dirty, "lost", "torn")
  }
}

function* prefixes({ directories, hasBytes }: Unsynced): Generator<Loss> {
  for (const { directory, path } of directories) {
    for (let kept = 1; kept < directory.pending.length; kept += 1) {
      for (const others of directories.length === 1 ? (["lost"] as const) : (["lost", "kept"] as const)) {
        yield {
          name: `${kept} of ${directory.pending.length} names of ${path}, others ${others}`,
          keepsName: (asked, place) => (asked === directory ? place < kept : others === "kept"),
          data: () => (hasBytes ? "torn" : "kept")
        }
      }
    }
  }
}

function* cuts(directories: ReadonlyArray<Dirty>): Generator<Map<DirectoryNode, number>> {
  const [first, ...rest] = directories
  if (first === undefined) {
    yield new Map()
    return
  }
  for (const cut of cuts(rest)) {
    for (let kept = 0; kept <= first.directory.pending.length; kept += 1) {
      yield new Map([...cut, [first.directory, kept]])
    }
  }
}

function* every({ directories, hasBytes }: Unsynced): Generator<Loss> {
  for (const cut of cuts(directories)) {
    for (const data of hasBytes ? (["kept", "torn"] as const) : (["kept"] as const)) {
      const kept = directories.map(({ directory, path }) => `${cut.get(directory)} of ${path}`)
      yield {
        name: `names ${kept.join(", ")}; bytes ${data}`,
        keepsName: (asked, place) => place < (cut.get(asked) ?? 0),
        data: () => data
      }
    }
  }
}

/** The ways in which what is un-synced now can be lost, the mildest first. */
export function* lossesOf(tree: Tree, patterns: LossPatterns): Generator<Loss> {
  if (typeof patterns === "object") return yield* sampled(patterns)
  const unsynced = unsyncedOf(tree)
  if (patterns === "every") return yield* every(unsynced)
  yield* independent(unsynced)
  if (patterns === "prefixes") yield* prefixes(unsynced)
}

/** Nothing is lost. */
export const nothing: Loss = uniform("kept", "kept")
