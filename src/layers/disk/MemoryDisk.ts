import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { open, write } from "./memory/bytes.ts"
import { fileSystemOf } from "./memory/fileSystem.ts"
import { imageOf } from "./memory/image.ts"
import { lossesOf, type LossPatterns, nothing } from "./memory/losses.ts"
import { makeDirectories } from "./memory/names.ts"
import { nativeDiskOf } from "./memory/nativeDisk.ts"
import { type DirectoryNode, metaOf, type Node, type Tree } from "./memory/node.ts"
import { calling, makePower, type Power } from "./memory/Power.ts"
import { NativeDisk } from "./NativeDisk.ts"

/** What a memory disk is made of. */
export interface Options {
  /** Folders that are there at the start, parents included; `/tmp` always is. */
  readonly directories?: ReadonlyArray<string>
  /** Files that are there at the start, text as UTF-8; their folders are made. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** Folders that are devices of their own; renames across are refused. */
  readonly mounts?: ReadonlyArray<string>
  /** Who asks; uid 0 is refused nothing. Omitted: 1000. */
  readonly uid?: number
  readonly umask?: number
  /** Bytes of all files together; more is ENOSPC. Omitted: no end. */
  readonly capacityBytes?: number
}

/** One thing on the disk, for comparison. */
export type Entry =
  | { readonly kind: "file"; readonly mode: number; readonly bytes: Uint8Array }
  | { readonly kind: "directory"; readonly mode: number }
  | { readonly kind: "link"; readonly target: string }

/** What a power cut may have left, and how. */
export interface CrashImage {
  /** Which un-synced names and bytes were lost. */
  readonly name: string
  readonly disk: MemoryDisk
}

/** A disk in memory that knows what is durable. One value is one disk; its layer never makes another. */
export interface MemoryDisk {
  readonly layer: Layer.Layer<FileSystem.FileSystem | NativeDisk>
  /** Everything on it by path, in the order of a walk; not durable things included. */
  readonly snapshot: () => ReadonlyMap<string, Entry>
  /** Text of the file at a path, not durable things included; undefined when no file is there. Links are not followed. */
  readonly text: (path: string) => string | undefined
  /** The disks that may be found after a cut now; nothing changes on this one. */
  readonly crashImages: (patterns?: LossPatterns) => Iterable<CrashImage>
  /** A disk of its own with the same content, all of it durable, powered, with all counts at zero. */
  readonly copy: () => MemoryDisk
  /** Calls until now by `Service.method`, such as `File.sync`. */
  readonly counts: () => ReadonlyMap<string, number>
  /** Calls until now that change or fsync something: the points at which a crash makes a difference. */
  readonly steps: () => number
  /** Lets the power go just before this step, counted from 1 since the disk was made; no step after it happens. */
  readonly powerOffAt: (step: number) => void
  /** Lets the power go now. */
  readonly powerOff: () => void
  /** The `Service.method` that found the power gone first; undefined while it is there. */
  readonly lostAt: () => string | undefined
  readonly isOff: () => boolean
  /** Lets this fsync fail, counted from 1; what it was to write is never durable, even if a later one says yes. */
  readonly failSyncAt: (nth: number) => void
  /** Calls of fsync until now, of files and folders. */
  readonly syncs: () => number
  readonly setReadOnly: (readOnly: boolean) => void
  readonly setCapacity: (bytes: number) => void
}

const entryOf = (node: Node): Entry => {
  if (node.kind === "link") return { kind: "link", target: node.target }
  const { mode } = metaOf(node)
  return node.kind === "file"
    ? { kind: "file", mode, bytes: node.version.bytes }
    : { kind: "directory", mode }
}

const snapshotOf = (root: DirectoryNode): ReadonlyMap<string, Entry> => {
  const entries = new Map<string, Entry>()
  const visit = (directory: DirectoryNode, path: string): void => {
    for (const name of [...directory.names.keys()].toSorted()) {
      const node = directory.names.get(name)
      if (node === undefined) continue
      entries.set(`${path}/${name}`, entryOf(node))
      if (node.kind === "directory") visit(node, `${path}/${name}`)
    }
  }
  visit(root, "")
  return entries
}

const textAt = (root: DirectoryNode, path: string): string | undefined => {
  const entry = snapshotOf(root).get(path)
  return entry?.kind === "file" ? new TextDecoder().decode(entry.bytes) : undefined
}

function* imagesOf(tree: Tree, patterns: LossPatterns): Generator<CrashImage> {
  for (const loss of lossesOf(tree, patterns)) {
    yield { name: loss.name, disk: diskOf(imageOf(tree, loss), makePower()) }
  }
}

const diskOf = (tree: Tree, power: Power): MemoryDisk => {
  const call = calling(tree, power)
  return {
    layer: Layer.merge(
      Layer.succeed(FileSystem.FileSystem, fileSystemOf(tree, call)),
      Layer.succeed(NativeDisk, nativeDiskOf(tree, call))
    ),
    snapshot: () => snapshotOf(tree.root),
    text: (path) => textAt(tree.root, path),
    crashImages: (patterns = "independent") => imagesOf(tree, patterns),
    copy: () => diskOf(imageOf(tree, nothing), makePower()),
    counts: () => new Map(power.counts),
    steps: () => power.steps,
    powerOffAt: (step) => {
      power.offAt = step
    },
    powerOff: () => {
      power.isOff = true
    },
    lostAt: () => power.lostAt,
    isOff: () => power.isOff,
    failSyncAt: (nth) => {
      tree.failSyncAt = nth
    },
    syncs: () => tree.syncs,
    setReadOnly: (readOnly) => {
      tree.readOnly = readOnly
    },
    setCapacity: (bytes) => {
      tree.capacityBytes = bytes
    }
  }
}

const emptyTree = (options: Options): Tree => {
  const user = { uid: options.uid ?? 1000, gid: options.uid ?? 1000, umask: options.umask ?? 0o022 }
  const root: DirectoryNode = {
    kind: "directory",
    ino: 1n,
    dev: 1n,
    links: 1,
    mtimeNs: 0n,
    ctimeNs: 0n,
    names: new Map(),
    durable: new Map(),
    pending: [],
    unsyncable: 0,
    meta: { mode: 0o755, uid: user.uid, gid: user.gid },
    syncedMeta: { mode: 0o755, uid: user.uid, gid: user.gid }
  }
  const counters = { usedBytes: 0, lastIno: 1n, lastDev: 1n, lastNs: 0n, syncs: 0 }
  const endless = { capacityBytes: Number.POSITIVE_INFINITY, failSyncAt: Number.POSITIVE_INFINITY }
  return { root, ...user, ...counters, ...endless, readOnly: false, mounts: options.mounts ?? [] }
}

const fileMode = 0o644

const directoryMode = 0o755

const furnish = (tree: Tree, options: Options): void => {
  const files = Object.entries(options.files ?? {})
  const parents = files.map(([path]) => path.slice(0, path.lastIndexOf("/")))
  for (const path of ["/tmp", ...(options.mounts ?? []), ...(options.directories ?? []), ...parents]) {
    makeDirectories(tree, path, directoryMode)
  }
  for (const [path, content] of files) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
    const handle = open(tree, path, { flag: "wx", mode: fileMode, noFollow: true })
    if (Result.isSuccess(handle)) write(tree, handle.success, bytes)
  }
}

/** A new disk, everything on it durable. Deterministic: the same calls give the same inodes and times. */
export const make = (options: Options = {}): MemoryDisk => {
  const tree = emptyTree(options)
  furnish(tree, options)
  return diskOf(
    { ...imageOf(tree, nothing), capacityBytes: options.capacityBytes ?? Number.POSITIVE_INFINITY },
    makePower()
  )
}
