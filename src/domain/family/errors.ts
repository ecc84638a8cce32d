import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** A file or folder of a family member cannot be looked at. Exit 1. */
export class FamilyFileUnreadable
  extends Schema.TaggedError<FamilyFileUnreadable>()("FamilyFileUnreadable", {
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `\`${this.path}\` cannot be looked at: ${this.problem}`
  }
  get hints() {
    return ["Make it readable, or name another folder"]
  }
}
