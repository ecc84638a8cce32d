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
  identify: Effect.fn("Durable.identify")(Reads.identify(disk)),
  identifyAll: Effect.fn("Durable.identifyAll")(disk.native.identifyAll),
  lookAll: Effect.fn("Durable.lookAll")(disk.native.lookAll),
  entries: Reads.entries(disk),
  readLink: Effect.fn("Durable.readLink")((path) =>
    disk.fs.readLink(path).pipe(Effect.mapError(failureOf("readLink", path)))
  ),
  realPath: Effect.fn("Durable.realPath")((path) =>
    disk.native.realPath(path).pipe(Effect.mapError(failureOf("realPath", path)))
  ),
  fileSystemKind: Effect.fn("Durable.fileSystemKind")(disk.native.fileSystemKind),
  create: Writes.create(disk),
  createUnsynced: Writes.createUnsynced(disk),
  extendUnsynced: Writes.extendUnsynced(disk),
  append: Writes.append(disk),
  truncate: Writes.truncate(disk),
  rename: Effect.fn("Durable.rename")(Writes.rename(disk)),
  syncFile: Writes.syncFile(disk),
  syncDirectory: Effect.fn("Durable.syncDirectory")(Writes.syncDirectory(disk)),
  makeDirectory: Writes.makeDirectory(disk),
  link: Effect.fn("Durable.link")((target, path) =>
    disk.fs.symlink(target, path).pipe(Effect.mapError(failureOf("link", path)), Effect.uninterruptible)
  ),
  chmod: Effect.fn("Durable.chmod")((path, mode) =>
    disk.fs.chmod(path, mode).pipe(Effect.mapError(failureOf("chmod", path)), Effect.uninterruptible)
  ),
  chown: Effect.fn("Durable.chown")((path, { gid, uid }) =>
    disk.fs.chown(path, uid, gid).pipe(Effect.mapError(failureOf("chown", path)), Effect.uninterruptible)
  ),
  unlink: Effect.fn("Durable.unlink")(Writes.unlink(disk)),
  removeDirectory: Effect.fn("Durable.removeDirectory")(Writes.removeDirectory(disk)),
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
