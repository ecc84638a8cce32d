import type * as PlatformError from "effect/PlatformError"
import { DiskFailure, type DiskReason } from "../../domain/disk/errors.ts"

/** Every errno name that gsd tells apart; all others are `io`. */
const reasons = new Map<string, DiskReason>([
  ["ENOENT", "missing"],
  ["EEXIST", "exists"],
  ["EACCES", "denied"],
  ["EPERM", "denied"],
  ["EROFS", "read-only"],
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["EBUSY", "busy"],
  ["ETXTBSY", "busy"],
  ["EXDEV", "cross-device"],
  ["ENOTDIR", "not-a-directory"],
  ["EISDIR", "is-a-directory"],
  ["ERR_FS_EISDIR", "is-a-directory"],
  ["ENOTEMPTY", "not-empty"],
  ["ELOOP", "is-a-link"],
  ["ENAMETOOLONG", "name-too-long"],
  ["EINVAL", "unsupported"],
  ["ENOSYS", "unsupported"],
  ["ENOTSUP", "unsupported"],
  ["EOPNOTSUPP", "unsupported"]
])

/** Reason of an errno name such as `ENOSPC`. */
export const reasonOf = (code: string): DiskReason => reasons.get(code) ?? "io"

/** Errno name that a platform error carries in its cause; undefined when the system gave none. */
export const codeOf = (error: PlatformError.PlatformError): string | undefined => {
  const cause = error.reason.cause
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined
  return typeof code === "string" ? code : undefined
}

/** Translates what the platform reported of one operation on one path. */
export const failureOf =
  (operation: string, path: string) =>
  (error: PlatformError.PlatformError): DiskFailure => {
    const code = codeOf(error)
    const reason = code === undefined ? "io" : reasonOf(code)
    return new DiskFailure({ operation, path, reason, ...(code === undefined ? {} : { code }) })
  }
