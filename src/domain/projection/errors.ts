import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { visible } from "../text/escape.ts"

/** Nothing is projected to this runtime in the scope. Exit 6. */
export class RuntimeNotApplied
  extends Schema.TaggedError<RuntimeNotApplied>()("RuntimeNotApplied", {
    runtime: Schema.String,
    scope: Schema.Literals(["global", "project"])
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    const where = this.scope === "global" ? "" : " in this project"
    return `Nothing is projected to \`${visible(this.runtime)}\`${where}`
  }
  get hints() {
    const flag = this.scope === "global" ? "" : " --scope project"
    return [`\`gsd runtime apply ${visible(this.runtime)}${flag}\` projects what is active`]
  }
}

/** The file that says what of capabilities a runtime is given cannot be used; it is not widened by guessing. Exit 4. */
export class SelectionUnreadable
  extends Schema.TaggedError<SelectionUnreadable>()("SelectionUnreadable", {
    path: Schema.String,
    /** A clause without a period. */
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${visible(this.path)}\` does not say what the runtime is given: ${visible(this.problem)}`
  }
  get hints() {
    return ["Mend or delete it, then ask again"]
  }
}
