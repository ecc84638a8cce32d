import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { DirectoryEntry, FileIdentity } from "../domain/disk/identity.ts"

/** Permission bits that a created file or directory has exactly, whatever the umask. */
export interface Creation {
  readonly mode: number
}

/**
 * Effect's FileSystem with the promises a transaction needs: durability one step at a time, no-follow
 * reads with a cap, exclusive creation. Paths are absolute. Every method is one step that can fail,
 * or be the last before power is lost; only `replace` is several.
 */
export class Durable extends Context.Service<
  Durable,
  {
    /** Bytes of a regular file, read through one handle; a symbolic link in the last component is refused. */
    readonly read: (
      path: string,
      options: { readonly maxBytes: number }
    ) => Effect.Effect<Uint8Array, DiskFailure | FileTooLarge>
    /** The last `maxBytes` of a file, or all of it when shorter, with its whole size in bytes. */
    readonly readTail: (
      path: string,
      options: { readonly maxBytes: number }
    ) => Effect.Effect<{ readonly bytes: Uint8Array; readonly size: number }, DiskFailure>
    /**
     * Opens a regular file, a link in the last component refused, and gives what reads its next piece: at most
     * `pieceBytes`, less only at the end, empty after it. Open as long as the scope.
     */
    readonly pieces: (
      path: string,
      options: { readonly pieceBytes: number }
    ) => Effect.Effect<Effect.Effect<Uint8Array, DiskFailure>, DiskFailure, Scope.Scope>
    /** `lstat`; none when nothing is there. */
    readonly identify: (path: string) => Effect.Effect<Option.Option<FileIdentity>, DiskFailure>
    /** `lstat` of many at once, in their order; undefined where nothing is or nobody may look. */
    readonly identifyAll: (
      paths: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<FileIdentity | undefined>>
    /** `identityText` of each likewise: of thousands, only whether they are as they were is asked. */
    readonly lookAll: (paths: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string | undefined>>
    /** Names in a directory in ascending UTF-16 order, links not followed. */
    readonly entries: (path: string) => Effect.Effect<ReadonlyArray<DirectoryEntry>, DiskFailure>
    readonly readLink: (path: string) => Effect.Effect<string, DiskFailure>
    /** Path with every link resolved, as the operating system spells it. */
    readonly realPath: (path: string) => Effect.Effect<string, DiskFailure>
    /** Name of the file system that holds `path`, such as `ext4`; `unknown` when it cannot be told. */
    readonly fileSystemKind: (path: string) => Effect.Effect<string>
    /** Creates a file that must not exist, writes all bytes, sets the mode, fsyncs the file. The name is durable only after `syncDirectory`. */
    readonly create: (path: string, bytes: Uint8Array, options: Creation) => Effect.Effect<void, DiskFailure>
    /** Like `create` without the fsync: many files are written first and then made durable with `syncFile`, which costs a disk far less. */
    readonly createUnsynced: (
      path: string,
      bytes: Uint8Array,
      options: Creation
    ) => Effect.Effect<void, DiskFailure>
    /** Adds to the end of a file that is there, without the fsync: for files too large to be held as a whole. */
    readonly extendUnsynced: (path: string, bytes: Uint8Array) => Effect.Effect<void, DiskFailure>
    /** Appends and fsyncs; creates the file when absent. */
    readonly append: (path: string, bytes: Uint8Array, options: Creation) => Effect.Effect<void, DiskFailure>
    /** Cuts a file to `size` bytes and fsyncs it. */
    readonly truncate: (path: string, size: number) => Effect.Effect<void, DiskFailure>
    /** Renames within one device, over an existing file too. */
    readonly rename: (from: string, to: string) => Effect.Effect<void, DiskFailure>
    /** fsync of a file's data. */
    readonly syncFile: (path: string) => Effect.Effect<void, DiskFailure>
    /** fsync of a directory: the names in it become durable. */
    readonly syncDirectory: (path: string) => Effect.Effect<void, DiskFailure>
    /** Creates one directory with exactly this mode; fails with `exists` when something is there. */
    readonly makeDirectory: (path: string, options: Creation) => Effect.Effect<void, DiskFailure>
    /** Creates a symbolic link. */
    readonly link: (target: string, path: string) => Effect.Effect<void, DiskFailure>
    readonly chmod: (path: string, mode: number) => Effect.Effect<void, DiskFailure>
    readonly chown: (
      path: string,
      owner: { readonly uid: number; readonly gid: number }
    ) => Effect.Effect<void, DiskFailure>
    /** Removes a file or link; fails with `missing` when nothing is there. */
    readonly unlink: (path: string) => Effect.Effect<void, DiskFailure>
    /** Removes an empty directory; fails with `not-empty` otherwise. */
    readonly removeDirectory: (path: string) => Effect.Effect<void, DiskFailure>
    /** Removes a whole tree without following links; nothing there is fine. Not atomic. */
    readonly removeTree: (path: string) => Effect.Effect<void, DiskFailure>
    /** Replaces a file: `temporary` (beside it) created and fsynced, renamed over `path`, directory fsynced. On failure the temporary is gone. */
    readonly replace: (
      path: string,
      bytes: Uint8Array,
      options: Creation & { readonly temporary: string }
    ) => Effect.Effect<void, DiskFailure>
  }
>()("gsd/services/Durable") {}
