import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { visible } from "../text/escape.ts"

/** A file is no export of gsd, or a damaged one; nothing of it was installed. Exit 4. */
export class ExportUnusable
  extends Schema.TaggedError<ExportUnusable>()("ExportUnusable", {
    path: Schema.String,
    /** A clause, to follow the path. */
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` is no export that can be used: ${visible(this.problem)}`
  }
  get hints() {
    return [
      "Make it again with `gsd capability export ID --out FILE.tgz`",
      "A packed capability is installed with `gsd capability install FILE.tgz`"
    ]
  }
}
