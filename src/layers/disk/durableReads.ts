import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { DiskFailure, FileTooLarge } from "../../domain/disk/errors.ts"
import type { DirectoryEntry, EntryKind } from "../../domain/disk/identity.ts"
import { failureOf } from "./errno.ts"
import { irregular } from "./missing.ts"
import type { NativeDisk } from "./NativeDisk.ts"
import { readBytes, sizeOf } from "./readBytes.ts"

/** The two services that a durable disk is made of. */
export interface Disk {
  readonly fs: FileSystem.FileSystem
  readonly native: NativeDisk["Service"]
}

/** One call on one path, for its error. */
interface Call {
  readonly operation: string
  readonly path: string
}

/** Why what stands at a path is not read. */
const refusalOf = ({ operation, path }: Call, kind: Exclude<EntryKind, "file"> | "missing"): DiskFailure => {
  if (kind === "missing") return new DiskFailure({ operation, path, reason: "missing", code: "ENOENT" })
  if (kind === "directory") return new DiskFailure({ operation, path, reason: "is-a-directory" })
  if (kind === "link") return new DiskFailure({ operation, path, reason: "is-a-link" })
  return new DiskFailure({ operation, path, reason: "io", code: irregular })
}

/**
 * Opens an existing regular file without following a link in the last component. Looks before it
 * opens, because opening a pipe would wait for its other end.
 */
export const openRegular = Effect.fnUntraced(function* (
  disk: Disk,
  call: Call,
  flag: FileSystem.OpenFlag
): Effect.fn.Return<FileSystem.File, DiskFailure, Scope.Scope> {
  const failed = failureOf(call.operation, call.path)
  const found = yield* disk.native.identify(call.path).pipe(Effect.mapError(failed))
  const kind = Option.isNone(found) ? "missing" : found.value.kind
  if (kind !== "file") return yield* refusalOf(call, kind)
  return yield* disk.fs.open(call.path, { flag, noFollow: disk.native.posix }).pipe(Effect.mapError(failed))
})

const openedSize = Effect.fnUntraced(function* (
  file: FileSystem.File,
  call: Call
): Effect.fn.Return<number, DiskFailure> {
  const info = yield* file.stat.pipe(Effect.mapError(failureOf(call.operation, call.path)))
  // What was opened may not be what was looked at.
  if (info.type !== "File") return yield* new DiskFailure({ ...call, reason: "io", code: irregular })
  return sizeOf(info)
})

const readInPieces = Effect.fnUntraced(function* (
  disk: Disk,
  call: Call,
  maxBytes: number
): Effect.fn.Return<Uint8Array, DiskFailure | FileTooLarge, Scope.Scope> {
  const { path } = call
  const file = yield* openRegular(disk, call, "r")
  const size = yield* openedSize(file, call)
  if (size > maxBytes) return yield* new FileTooLarge({ path, maxBytes })
  const bytes = yield* readBytes(file, { position: 0, limit: maxBytes + 1, expected: size }).pipe(
    Effect.mapError(failureOf("read", path))
  )
  return bytes.byteLength > maxBytes ? yield* new FileTooLarge({ path, maxBytes }) : bytes
}, Effect.scoped)

/** `Durable.read`. */
export const read = (disk: Disk) =>
  Effect.fn("Durable.read")(function* (path: string, { maxBytes }: { readonly maxBytes: number }) {
    const call = { operation: "read", path }
    const prompt = yield* (
      disk.native.readPromptly?.(path, maxBytes).pipe(Effect.mapError(failureOf("read", path))) ??
      Effect.undefined
    )
    if (prompt?._tag === "Bytes") return prompt.bytes
    if (prompt?._tag === "Longer") return yield* new FileTooLarge({ path, maxBytes })
    if (prompt?._tag === "NoFile") return yield* refusalOf(call, prompt.kind)
    return yield* readInPieces(disk, call, maxBytes)
  })

/** `Durable.readTail`. */
export const readTail = (disk: Disk) =>
  Effect.fn("Durable.readTail")(function* (path: string, options: { readonly maxBytes: number }) {
    const call = { operation: "readTail", path }
    const file = yield* openRegular(disk, call, "r")
    const size = yield* openedSize(file, call)
    const limit = Math.min(size, options.maxBytes)
    const bytes = yield* readBytes(file, { position: size - limit, limit, expected: limit }).pipe(
      Effect.mapError(failureOf("readTail", path))
    )
    return { bytes, size }
  }, Effect.scoped)

/** `Durable.pieces`. */
export const pieces = (disk: Disk) =>
  Effect.fn("Durable.pieces")(function* (path: string, { pieceBytes }: { readonly pieceBytes: number }) {
    const call = { operation: "pieces", path }
    const file = yield* openRegular(disk, call, "r")
    yield* openedSize(file, call)
    let position = 0
    return Effect.suspend(() => readBytes(file, { position, limit: pieceBytes, expected: pieceBytes })).pipe(
      Effect.map((bytes) => {
        position += bytes.byteLength
        return bytes
      }),
      Effect.mapError(failureOf("pieces", path))
    )
  })

/** `Durable.identify`. */
export const identify = (disk: Disk) => (path: string) =>
  disk.native.identify(path).pipe(
    Effect.mapError(failureOf("identify", path)),
    // A file where a parent should be: nothing is there.
    Effect.catchIf(
      (failure) => failure.reason === "not-a-directory",
      () => Effect.succeedNone
    )
  )

const kindOf = (type: FileSystem.File.Type): EntryKind | undefined => {
  if (type === "File") return "file"
  if (type === "Directory") return "directory"
  if (type === "SymbolicLink") return "link"
  return type === "Unknown" ? undefined : "other"
}

/** `Durable.entries`. */
export const entries = (disk: Disk) =>
  Effect.fn("Durable.entries")(function* (path: string) {
    const failed = failureOf("entries", path)
    const listed = yield* disk.fs.readDirectoryEntries(path).pipe(Effect.mapError(failed))
    const typed = yield* Effect.forEach(listed, ({ name, type }) => {
      const kind = kindOf(type)
      if (kind !== undefined) return Effect.succeed<DirectoryEntry>({ name, kind })
      return disk.native.identify(`${path}/${name}`).pipe(
        Effect.mapError(failed),
        Effect.map((found): DirectoryEntry => ({
          name,
          kind: Option.isSome(found) ? found.value.kind : "other"
        }))
      )
    })
    return typed.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  })
