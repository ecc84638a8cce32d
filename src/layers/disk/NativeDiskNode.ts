import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as PlatformError from "effect/PlatformError"
import * as NodeFs from "node:fs"
import type { EntryKind, FileIdentity } from "../../domain/disk/identity.ts"
import { identityText } from "../../domain/store/seal.ts"
import { codeOf } from "./errno.ts"
import { letIn } from "./letIn.ts"
import { NativeDisk } from "./NativeDisk.ts"
import { readPromptly } from "./readPromptly.ts"

/** Linux `statfs` magic numbers (linux/magic.h); other systems have no stable ones. */
const kinds = new Map<number, string>([
  [0xef53, "ext4"],
  [0x58465342, "xfs"],
  [0x9123683e, "btrfs"],
  [0xf2f52010, "f2fs"],
  [0x2fc12fc1, "zfs"],
  [0x01021994, "tmpfs"],
  [0x858458f6, "ramfs"],
  [0x794c7630, "overlay"],
  [0x73717368, "squashfs"],
  [0x6969, "nfs"],
  [0xff534d42, "cifs"],
  [0xfe534d42, "smb2"],
  [0x65735546, "fuse"],
  [0x01021997, "9p"],
  [0x4d44, "vfat"],
  [0x2011bab0, "exfat"],
  [0x5346544e, "ntfs"],
  [0x7366746e, "ntfs3"],
  [0xf15f, "ecryptfs"]
])

const platformError =
  (method: string, path: string) =>
  (cause: unknown): PlatformError.PlatformError =>
    PlatformError.systemError({
      _tag: "Unknown",
      module: "NativeDisk",
      method,
      pathOrDescriptor: path,
      cause
    })

/** At once: a trip through the pool of threads takes ten times as long as the call. */
const attempt = <A>(method: string, path: string, run: () => A) =>
  Effect.try({ try: run, catch: platformError(method, path) })

const kindOf = (stat: NodeFs.BigIntStats): EntryKind => {
  if (stat.isFile()) return "file"
  if (stat.isDirectory()) return "directory"
  return stat.isSymbolicLink() ? "link" : "other"
}

/** What a seal compares. */
const identifying = (stat: NodeFs.BigIntStats) => ({
  size: Number(stat.size),
  // Node fills them from a signed array.
  dev: BigInt.asUintN(64, stat.dev),
  ino: BigInt.asUintN(64, stat.ino),
  mtimeNs: stat.mtimeNs,
  ctimeNs: stat.ctimeNs
})

const identityOf = (stat: NodeFs.BigIntStats): FileIdentity => ({
  ...identifying(stat),
  kind: kindOf(stat),
  mode: Number(stat.mode) & 0o7777,
  uid: Number(stat.uid),
  gid: Number(stat.gid),
  links: Number(stat.nlink)
})

const statAt = (path: string): NodeFs.BigIntStats | undefined => {
  try {
    return NodeFs.lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

const identityAt = (path: string): FileIdentity | undefined => {
  const stat = statAt(path)
  return stat === undefined ? undefined : identityOf(stat)
}

const lookAt = (path: string): string | undefined => {
  const stat = statAt(path)
  return stat === undefined ? undefined : identityText(identifying(stat))
}

/** The machine's own disk. */
export const layer: Layer.Layer<NativeDisk> = Layer.succeed(NativeDisk, {
  posix: process.platform !== "win32",
  identify: (path) =>
    attempt("identify", path, () => NodeFs.lstatSync(path, { bigint: true })).pipe(
      Effect.map((stat) => Option.some(identityOf(stat))),
      Effect.catchIf(
        (error) => codeOf(error) === "ENOENT",
        () => Effect.succeedNone
      )
    ),
  identifyAll: (paths) => Effect.sync(() => paths.map(identityAt)),
  lookAll: (paths) => Effect.sync(() => paths.map(lookAt)),
  readPromptly: (path, maxBytes) =>
    Effect.andThen(
      letIn,
      attempt("readPromptly", path, () => readPromptly(path, maxBytes))
    ),
  realPath: (path) => attempt("realPath", path, () => NodeFs.realpathSync.native(path)),
  removeDirectory: (path) => attempt("removeDirectory", path, () => NodeFs.rmdirSync(path)),
  fileSystemKind: (path) =>
    process.platform === "linux"
      ? attempt("fileSystemKind", path, () => NodeFs.statfsSync(path)).pipe(
          Effect.map((stat) => kinds.get(stat.type >>> 0) ?? "unknown"),
          Effect.orElseSucceed(() => "unknown")
        )
      : Effect.succeed("unknown")
})
