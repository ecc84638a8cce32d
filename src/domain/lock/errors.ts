import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** Who holds the lock, for messages only; nothing is decided by it. */
export const LockHolder = Schema.Struct({
  pid: Schema.Int,
  command: Schema.String,
  /** Milliseconds since 1970, from the holder's clock. */
  since: Schema.Finite
})
export type LockHolder = typeof LockHolder.Type

/** Somebody else held the lock for the whole wait; nothing was changed. Exit 5. */
export class LockBusy
  extends Schema.TaggedError<LockBusy>()("LockBusy", {
    path: Schema.String,
    waitedMillis: Schema.Finite,
    holder: Schema.optionalKey(LockHolder)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.busy
  override get message() {
    const who =
      this.holder === undefined
        ? "another process"
        : `process ${this.holder.pid} (\`${this.holder.command}\`)`
    return `The lock \`${this.path}\` is held by ${who}`
  }
  get hints() {
    return [
      "Wait for it to finish and run the command again",
      "If it hangs, end that process; the lock is free at once"
    ]
  }
}

/** The file system of the lock file grants no locks, so exclusion cannot be had there. Exit 4. */
export class LockUnsupported
  extends Schema.TaggedError<LockUnsupported>()("LockUnsupported", {
    path: Schema.String,
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `No lock can be had on \`${this.path}\`: ${this.reason}`
  }
  get hints() {
    return ["Choose a root on a local file system with `--root DIR` or GSD_HOME"]
  }
}

/** The lock file, or its directory, cannot be written by this user. Exit 1. */
export class LockNotWritable
  extends Schema.TaggedError<LockNotWritable>()("LockNotWritable", {
    path: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `The lock file \`${this.path}\` is not writable`
  }
  get hints() {
    return ["Choose a writable root with `--root DIR` or GSD_HOME, or correct the owner and mode"]
  }
}
