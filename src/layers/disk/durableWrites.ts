import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as FileSystem from "effect/FileSystem"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { parentOf } from "../../domain/paths.ts"
import type { Creation } from "../../services/Durable.ts"
import { type Disk, entries, openRegular } from "./durableReads.ts"
import { failureOf } from "./errno.ts"

type Replacement = Creation & { readonly temporary: string }

/** A file cut off in the middle of a call may be written by a thread of the pool still: never interrupt one. */
const step = Effect.uninterruptible

interface Content {
  readonly bytes: Uint8Array
  readonly mode: number
}

/** Sets the mode by path: the file is ours and new; then writes. */
const write = (disk: Disk, path: string, content: Content) =>
  Effect.fnUntraced(function* (file: FileSystem.File) {
    yield* file.writeAll(content.bytes)
    yield* disk.fs.chmod(path, content.mode)
  })

/** Writes, and fsyncs bytes and mode together. */
const fill = (disk: Disk, path: string, content: Content) => (file: FileSystem.File) =>
  Effect.andThen(write(disk, path, content)(file), file.sync)

const creating = (disk: Disk, name: string, content: typeof fill) =>
  Effect.fn(`Durable.${name}`)(
    function* (path: string, bytes: Uint8Array, { mode }: Creation) {
      const file = yield* disk.fs.open(path, { flag: "wx", mode })
      yield* content(disk, path, { bytes, mode })(file).pipe(
        // The name exists and is ours from here on.
        Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(disk.fs.remove(path))))
      )
    },
    (effect, path) => effect.pipe(Effect.scoped, Effect.mapError(failureOf(name, path)), step)
  )

/** `Durable.create`. */
export const create = (disk: Disk) => creating(disk, "create", fill)

/** `Durable.createUnsynced`. */
export const createUnsynced = (disk: Disk) => creating(disk, "createUnsynced", write)

/** `Durable.extendUnsynced`. */
export const extendUnsynced = (disk: Disk) =>
  Effect.fn("Durable.extendUnsynced")(
    function* (path: string, bytes: Uint8Array) {
      const file = yield* openRegular(disk, { operation: "extendUnsynced", path }, "a")
      yield* file.writeAll(bytes).pipe(Effect.mapError(failureOf("extendUnsynced", path)))
    },
    Effect.scoped,
    step
  )

const extend = (disk: Disk) =>
  Effect.fnUntraced(function* (path: string, bytes: Uint8Array) {
    const file = yield* openRegular(disk, { operation: "append", path }, "a")
    yield* Effect.andThen(file.writeAll(bytes), file.sync).pipe(Effect.mapError(failureOf("append", path)))
  }, Effect.scoped)

/** `Durable.append`; a file that it created stays when it fails. */
export const append = (disk: Disk) =>
  Effect.fn("Durable.append")(
    function* (path: string, bytes: Uint8Array, { mode }: Creation) {
      yield* disk.fs.open(path, { flag: "ax", mode }).pipe(
        Effect.flatMap(fill(disk, path, { bytes, mode })),
        Effect.mapError(failureOf("append", path)),
        Effect.catchIf(
          (failure) => failure.reason === "exists",
          () => extend(disk)(path, bytes)
        )
      )
    },
    Effect.scoped,
    step
  )

/** `Durable.truncate`. */
export const truncate = (disk: Disk) =>
  Effect.fn("Durable.truncate")(
    function* (path: string, size: number) {
      const file = yield* openRegular(disk, { operation: "truncate", path }, "r+")
      yield* Effect.andThen(file.truncate(size), file.sync).pipe(Effect.mapError(failureOf("truncate", path)))
    },
    Effect.scoped,
    step
  )

/** `Durable.syncFile`. Windows flushes only what is open for writing. */
export const syncFile = (disk: Disk) =>
  Effect.fn("Durable.syncFile")(
    function* (path: string) {
      const file = yield* openRegular(disk, { operation: "syncFile", path }, disk.native.posix ? "r" : "r+")
      // A second fsync after a failed one would say yes without having written: never ask again.
      yield* file.sync.pipe(Effect.mapError(failureOf("syncFile", path)))
    },
    Effect.scoped,
    step
  )

/** `Durable.syncDirectory`; nothing to do on Windows, which offers no such call. */
export const syncDirectory = (disk: Disk) => (path: string) =>
  disk.native.posix
    ? disk.fs.open(path, { flag: "r" }).pipe(
        Effect.flatMap((directory) => directory.sync),
        Effect.scoped,
        Effect.mapError(failureOf("syncDirectory", path)),
        step
      )
    : Effect.void

/** `Durable.makeDirectory`. */
export const makeDirectory = (disk: Disk) =>
  Effect.fn("Durable.makeDirectory")(
    function* (path: string, { mode }: Creation) {
      yield* disk.fs.makeDirectory(path, { mode })
      yield* disk.fs
        .chmod(path, mode)
        .pipe(Effect.onError(() => Effect.ignore(disk.native.removeDirectory(path))))
    },
    (effect, path) => effect.pipe(Effect.mapError(failureOf("makeDirectory", path)), step)
  )

/** `Durable.unlink`: never a directory, on any system. */
export const unlink =
  (disk: Disk) =>
  (path: string): Effect.Effect<void, DiskFailure> =>
    disk.fs.remove(path).pipe(Effect.mapError(failureOf("unlink", path)), step)

/** `Durable.removeDirectory`. */
export const removeDirectory = (disk: Disk) => (path: string) =>
  disk.native.removeDirectory(path).pipe(Effect.mapError(failureOf("removeDirectory", path)), step)

/** `Durable.rename`. */
export const rename = (disk: Disk) => (from: string, to: string) =>
  disk.fs.rename(from, to).pipe(Effect.mapError(failureOf("rename", from)), step)

const isMissing = (failure: DiskFailure) => failure.reason === "missing"

/** `Durable.removeTree`: one call per name, so that a crash can fall between any two. */
export const removeTree = (disk: Disk) => {
  const below = (path: string): Effect.Effect<void, DiskFailure> =>
    entries(disk)(path).pipe(
      Effect.flatMap(
        Effect.forEach(
          ({ kind, name }) =>
            kind === "directory"
              ? below(`${path}/${name}`)
              : Effect.catchIf(unlink(disk)(`${path}/${name}`), isMissing, () => Effect.void),
          { discard: true }
        )
      ),
      Effect.andThen(removeDirectory(disk)(path)),
      Effect.catchIf(isMissing, () => Effect.void)
    )
  return Effect.fn("Durable.removeTree")(function* (path: string) {
    const found = yield* disk.native.identify(path).pipe(Effect.mapError(failureOf("removeTree", path)))
    if (found._tag === "None") return
    if (found.value.kind === "directory") return yield* below(path)
    yield* Effect.catchIf(unlink(disk)(path), isMissing, () => Effect.void)
  })
}

/** `Durable.replace`. */
export const replace = (disk: Disk) =>
  Effect.fn("Durable.replace")(function* (path: string, bytes: Uint8Array, options: Replacement) {
    yield* create(disk)(options.temporary, bytes, options)
    yield* rename(disk)(options.temporary, path).pipe(
      Effect.onError(() => Effect.ignore(unlink(disk)(options.temporary)))
    )
    yield* syncDirectory(disk)(parentOf(path))
  }, step)
