import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** Why the disk refused; errno names are mapped here once, by the layer that met them. */
export const DiskReason = Schema.Literals([
  "missing",
  "exists",
  "denied",
  "read-only",
  "full",
  "busy",
  "cross-device",
  "not-a-directory",
  "is-a-directory",
  "not-empty",
  "is-a-link",
  "name-too-long",
  "unsupported",
  "io"
])
export type DiskReason = typeof DiskReason.Type

const sentences: Record<DiskReason, string> = {
  missing: "does not exist",
  exists: "exists already",
  denied: "is not permitted",
  "read-only": "is on a read-only file system",
  full: "finds no space left on the device",
  busy: "is in use",
  "cross-device": "crosses to another device",
  "not-a-directory": "needs a directory",
  "is-a-directory": "is a directory",
  "not-empty": "is a directory that is not empty",
  "is-a-link": "is a symbolic link",
  "name-too-long": "has too long a name",
  unsupported: "is not supported by this file system",
  io: "failed"
}

const hintsOf: Partial<Record<DiskReason, string>> = {
  denied: "Check the owner and mode of the path, or choose another root with `--root DIR`",
  "read-only": "Choose a writable root with `--root DIR` or GSD_HOME",
  full: "Free some space and run the command again; nothing was changed",
  busy: "Close the program that uses it and try again"
}

/** One operation on one path failed in the operating system. Exit 1. */
export class DiskFailure
  extends Schema.TaggedError<DiskFailure>()("DiskFailure", {
    operation: Schema.String,
    path: Schema.String,
    reason: DiskReason,
    code: Schema.optionalKey(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `\`${this.operation}\` on \`${this.path}\` ${sentences[this.reason]}${this.code === undefined ? "" : ` (${this.code})`}`
  }
  get hints() {
    return [hintsOf[this.reason] ?? "Run `gsd capability list` to see the state on disk"]
  }
}

/** A file is larger than its cap; it was not read further. Exit 4. */
export class FileTooLarge
  extends Schema.TaggedError<FileTooLarge>()("FileTooLarge", {
    path: Schema.String,
    maxBytes: Schema.Int
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` is larger than ${this.maxBytes} bytes`
  }
  get hints() {
    return ["Make the file smaller, or check that it is the file you meant"]
  }
}
