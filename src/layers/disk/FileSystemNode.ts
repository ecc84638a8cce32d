import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as PlatformError from "effect/PlatformError"
import * as NodeFs from "node:fs"
import { letIn } from "./letIn.ts"
import { promptBytes } from "./readPromptly.ts"

const failure =
  (method: string, pathOrDescriptor: string | number) =>
  (cause: unknown): PlatformError.PlatformError =>
    PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method, pathOrDescriptor, cause })

const prompt = <A>(method: string, on: string | number, run: () => A) =>
  Effect.try({ try: run, catch: failure(method, on) })

type Done<A> = (error: NodeJS.ErrnoException | null, value?: A) => void

/** One call through the pool of threads. It cannot be cut off: the thread would go on with it. */
const pooled = <A>(method: string, descriptor: number, run: (done: Done<A>) => void) =>
  Effect.callback<A | undefined, PlatformError.PlatformError>((resume) => {
    run((error, value) =>
      resume(error === null ? Effect.succeed(value) : Effect.fail(failure(method, descriptor)(error)))
    )
  })

const typeOf = (stat: NodeFs.BigIntStats): FileSystem.File.Type => {
  if (stat.isFile()) return "File"
  if (stat.isDirectory()) return "Directory"
  if (stat.isSymbolicLink()) return "SymbolicLink"
  if (stat.isFIFO()) return "FIFO"
  if (stat.isSocket()) return "Socket"
  if (stat.isBlockDevice()) return "BlockDevice"
  return stat.isCharacterDevice() ? "CharacterDevice" : "Unknown"
}

const infoOf = (stat: NodeFs.BigIntStats): FileSystem.File.Info => ({
  type: typeOf(stat),
  mtime: Option.some(stat.mtime),
  atime: Option.some(stat.atime),
  birthtime: Option.some(stat.birthtime),
  dev: stat.dev,
  ino: Option.some(stat.ino),
  mode: Number(stat.mode),
  nlink: Option.some(stat.nlink),
  uid: Option.some(Number(stat.uid)),
  gid: Option.some(Number(stat.gid)),
  rdev: Option.some(stat.rdev),
  size: ByteSize.bytes(stat.size),
  blksize: Option.some(ByteSize.bytes(stat.blksize)),
  blocks: Option.some(stat.blocks)
})

const readInto = (descriptor: number, buffer: Uint8Array, position: bigint) =>
  buffer.byteLength <= promptBytes
    ? prompt("read", descriptor, () => NodeFs.readSync(descriptor, buffer, 0, buffer.byteLength, position))
    : Effect.map(
        pooled<number>("read", descriptor, (done) =>
          NodeFs.read(descriptor, buffer, 0, buffer.byteLength, position, done)
        ),
        (read) => read ?? 0
      )

const writeFrom = (descriptor: number, bytes: Uint8Array) =>
  bytes.byteLength <= promptBytes
    ? prompt("write", descriptor, () => NodeFs.writeSync(descriptor, bytes))
    : Effect.map(
        pooled<number>("write", descriptor, (done) => NodeFs.write(descriptor, bytes, done)),
        (written) => written ?? 0
      )

const writeAll = (descriptor: number, bytes: Uint8Array): Effect.Effect<void, PlatformError.PlatformError> =>
  Effect.flatMap(writeFrom(descriptor, bytes), (written) =>
    written < bytes.byteLength ? writeAll(descriptor, bytes.subarray(written)) : Effect.void
  )

/** An open file whose cursor starts at zero; writes go where the system's own cursor is. */
const fileOf = (descriptor: number): FileSystem.File => {
  let cursor = 0n
  const advance = (read: number): number => {
    cursor += BigInt(read)
    return read
  }
  const read: FileSystem.File["read"] = (buffer, options) =>
    Effect.suspend(() =>
      options?.position === undefined
        ? Effect.map(readInto(descriptor, buffer, cursor), advance)
        : readInto(descriptor, buffer, options.position)
    )
  return {
    [FileSystem.FileTypeId]: FileSystem.FileTypeId,
    stat: prompt("stat", descriptor, () => infoOf(NodeFs.fstatSync(descriptor, { bigint: true }))),
    seek: (offset, from) =>
      Effect.sync(() => {
        cursor = from === "start" ? offset : cursor + offset
        return cursor
      }),
    sync: Effect.asVoid(pooled<void>("sync", descriptor, (done) => NodeFs.fsync(descriptor, done))),
    read,
    readAlloc: (size, options) =>
      Effect.suspend(() => {
        const buffer = new Uint8Array(size)
        return Effect.map(read(buffer, options), (got) =>
          got === 0 ? Option.none() : Option.some(buffer.subarray(0, got))
        )
      }),
    truncate: (length) => prompt("truncate", descriptor, () => NodeFs.ftruncateSync(descriptor, length ?? 0)),
    write: (bytes) => writeFrom(descriptor, bytes),
    writeAll: (bytes) =>
      Effect.suspend(() => (bytes.byteLength === 0 ? Effect.void : writeAll(descriptor, bytes)))
  }
}

const { constants } = NodeFs

/**
 * Flags of the ways in which Durable opens files, as bits, to which one that refuses a link in the last
 * component is added; what is read is opened without waiting for the other end of a pipe.
 */
const bits: Partial<Record<FileSystem.OpenFlag, number>> = {
  r: constants.O_RDONLY | (constants.O_NONBLOCK ?? 0),
  "r+": constants.O_RDWR,
  a: constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY
}

const flagsOf = (flag: FileSystem.OpenFlag, noFollow: boolean): number | string => {
  const plain = bits[flag]
  return noFollow && plain !== undefined ? plain | constants.O_NOFOLLOW : flag
}

const open: FileSystem.FileSystem["open"] = (path, options) => {
  const flags = flagsOf(options?.flag ?? "r", options?.noFollow === true)
  const opened = Effect.acquireRelease(
    prompt("open", path, () => NodeFs.openSync(path, flags, options?.mode)),
    (descriptor) => Effect.sync(() => NodeFs.closeSync(descriptor))
  )
  return letIn.pipe(Effect.andThen(opened), Effect.map(fileOf))
}

const typeOfEntry = (entry: NodeFs.Dirent): FileSystem.File.Type => {
  if (entry.isFile()) return "File"
  if (entry.isDirectory()) return "Directory"
  if (entry.isSymbolicLink()) return "SymbolicLink"
  // The caller looks closer where the directory does not say.
  return "Unknown"
}

/** Every call on a name that takes no longer than the name; `remove` only where unlinking a folder is told apart. */
const names = (real: FileSystem.FileSystem) =>
  ({
    chmod: (path, mode) => prompt("chmod", path, () => NodeFs.chmodSync(path, mode)),
    makeDirectory: (path, options) =>
      options?.recursive === true
        ? real.makeDirectory(path, options)
        : prompt("makeDirectory", path, () => void NodeFs.mkdirSync(path, { mode: options?.mode })),
    readDirectoryEntries: (path) =>
      prompt("readDirectoryEntries", path, () =>
        NodeFs.readdirSync(path, { withFileTypes: true }).map((entry) => ({
          name: entry.name,
          type: typeOfEntry(entry)
        }))
      ),
    remove: (path, options) =>
      process.platform !== "linux" || options?.recursive === true || options?.force === true
        ? real.remove(path, options)
        : prompt("remove", path, () => NodeFs.unlinkSync(path)),
    rename: (from, to) => prompt("rename", from, () => NodeFs.renameSync(from, to))
  }) satisfies Partial<FileSystem.FileSystem>

const isOurs = (
  options:
    { readonly flag?: FileSystem.OpenFlag | undefined; readonly noFollow?: boolean | undefined } | undefined
) => options?.noFollow !== true || bits[options.flag ?? "r"] !== undefined

/**
 * Effect's file system of Node, with small calls done at once instead of through the pool of threads, where each of
 * ten calls a file would cost more than the call. fsync and large transfers go through the pool.
 */
export const layer: Layer.Layer<FileSystem.FileSystem> = Layer.effect(
  FileSystem.FileSystem,
  Effect.map(FileSystem.FileSystem, (real) =>
    FileSystem.make({
      ...real,
      ...names(real),
      open: (path, options) => (isOurs(options) ? open(path, options) : real.open(path, options))
    })
  )
).pipe(Layer.provide(NodeFileSystem.layer))
