import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** There is no plan, or no text beside it, at a path that was given. Exit 6. */
export class PlanMissing
  extends Schema.TaggedError<PlanMissing>()("PlanMissing", { path: Schema.String, reason: Schema.String })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `The plan \`${this.path}\` ${this.reason}`
  }
  get hints() {
    return [
      "Give the path of a PLAN.md, or `-` to read one, or the prompt of a review, from the standard input"
    ]
  }
}
