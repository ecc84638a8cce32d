import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** A file of another program that gsd will not edit. Nothing was changed. Exit 4. */
export class TargetRefused
  extends Schema.TaggedError<TargetRefused>()("TargetRefused", {
    /** As typed, or as recorded. */
    path: Schema.String,
    reason: Schema.String,
    hint: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` is not edited: ${this.reason}`
  }
  get hints() {
    return [this.hint]
  }
}

/** What to do about a recorded file, or its folder, in whose place stands a link: it may be a repository's doing. */
export const movedHint =
  "Put the file itself back there and run the command again; after `gsd capability disable ID` it can be linked, and wired anew with `--wire`"

/** A file of another program cannot be written by this user. Nothing was changed. Exit 1. */
export class TargetNotWritable
  extends Schema.TaggedError<TargetNotWritable>()("TargetNotWritable", {
    path: Schema.String,
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `\`${this.path}\` cannot be written: ${this.reason}`
  }
  get hints() {
    return ["Make the file and its folder writable, or wire another file with `--wire FILE`"]
  }
}
