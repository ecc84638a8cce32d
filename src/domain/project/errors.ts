import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** The project has no vendored capability of this id. Exit 6. */
export class NotVendored
  extends Schema.TaggedError<NotVendored>()("NotVendored", {
    id: Schema.String,
    project: Schema.String,
    similar: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `The project \`${this.project}\` has no vendored capability \`${this.id}\``
  }
  get hints() {
    const similar = this.similar.map((id) => `Did you mean \`${id}\`?`)
    return [...similar, "`gsd capability list --scope project` shows what is vendored here"]
  }
}

/** Something in a project stands where a plain file or folder of ours should; nothing there is followed or written. Exit 4. */
export class ProjectPathRefused
  extends Schema.TaggedError<ProjectPathRefused>()("ProjectPathRefused", {
    path: Schema.String,
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` is not used: ${this.reason}`
  }
  get hints() {
    return ["Look at how it came into the repository; take it away if nobody needs it"]
  }
}

/** The lockfile of a project cannot be read, so that it is not edited either. Exit 4. */
export class LockfileUnreadable
  extends Schema.TaggedError<LockfileUnreadable>()("LockfileUnreadable", {
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The lockfile \`${this.path}\` cannot be read: ${this.problem}`
  }
  get hints() {
    return ["It was left as it is; put a good copy of it back from the repository's history"]
  }
}
