import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** The trace would be written where it must not be; nothing was done. Exit 4. */
export class TraceRefused
  extends Schema.TaggedError<TraceRefused>()("TraceRefused", {
    path: Schema.String,
    /** A clause, to follow the path. */
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` ${this.reason}`
  }
  get hints() {
    return ["Name a new file in a directory that you may write in, or a trace that may be replaced"]
  }
}
