import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { Durable } from "../../services/Durable.ts"
import type { Disk } from "./durableReads.ts"
import * as Reads from "./durableReads.ts"
import * as Writes from "./durableWrites.ts"
import { failureOf } from "./errno.ts"
import { NativeDisk } from "./NativeDisk.ts"

const durableOf = (disk: Disk): Durable["Service"] => ({
  read: Reads.read(disk),
  readTail: Reads.readTail(disk),
  pieces: Reads.pieces(disk),
  identify: Reads.identify(disk),
  identifyAll: disk.native.identifyAll,
  lookAll: disk.native.lookAll,
  entries: Reads.entries(disk),
  readLink: (path) => disk.fs.readLink(path).pipe(Effect.mapError(failureOf("readLink", path))),
  realPath: (path) => disk.native.realPath(path).pipe(Effect.mapError(failureOf("realPath", path))),
  fileSystemKind: disk.native.fileSystemKind,
  create: Writes.create(disk),
  createUnsynced: Writes.createUnsynced(disk),
  extendUnsynced: Writes.extendUnsynced(disk),
  append: Writes.append(disk),
  truncate: Writes.truncate(disk),
  rename: Writes.rename(disk),
  syncFile: Writes.syncFile(disk),
  syncDirectory: Writes.syncDirectory(disk),
  makeDirectory: Writes.makeDirectory(disk),
  link: (target, path) =>
    disk.fs.symlink(target, path).pipe(Effect.mapError(failureOf("link", path)), Effect.uninterruptible),
  chmod: (path, mode) =>
    disk.fs.chmod(path, mode).pipe(Effect.mapError(failureOf("chmod", path)), Effect.uninterruptible),
  chown: (path, { gid, uid }) =>
    disk.fs.chown(path, uid, gid).pipe(Effect.mapError(failureOf("chown", path)), Effect.uninterruptible),
  unlink: Writes.unlink(disk),
  removeDirectory: Writes.removeDirectory(disk),
  removeTree: Writes.removeTree(disk),
  replace: Writes.replace(disk)
})

/**
 * Durable over any FileSystem. Every step that changes the disk is uninterruptible: the operating system
 * finishes it anyway.
 */
export const layer: Layer.Layer<Durable, never, FileSystem.FileSystem | NativeDisk> = Layer.effect(
  Durable,
  Effect.gen(function* () {
    return durableOf({ fs: yield* FileSystem.FileSystem, native: yield* NativeDisk })
  })
)
