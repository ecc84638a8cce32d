import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** The archive would be written where it must not be; nothing was written. Exit 4. */
export class PackOutputRefused
  extends Schema.TaggedError<PackOutputRefused>()("PackOutputRefused", {
    path: Schema.String,
    /** A clause, to follow the path. */
    reason: Schema.String,
    hint: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` ${this.reason}`
  }
  get hints() {
    return [this.hint]
  }
}
