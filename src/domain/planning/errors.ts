import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** A file of the project is not what it must be to be read or written. Exit 4. */
export class PlanningFileUnreadable
  extends Schema.TaggedError<PlanningFileUnreadable>()("PlanningFileUnreadable", {
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` of the project cannot be used: ${this.problem}`
  }
  get hints() {
    return ["Put a plain file of text in its place"]
  }
}

/** No phase of this number, or more than one. Exit 6. */
export class PhaseNotFound
  extends Schema.TaggedError<PhaseNotFound>()("PhaseNotFound", {
    phase: Schema.String,
    found: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    const found = this.found.map((one) => `\`${one}\``).join(", ")
    return this.found.length > 1
      ? `The phase \`${this.phase}\` is not one of the folders alone: ${found}`
      : `There is no phase \`${this.phase}\` in \`.planning/phases\``
  }
  get hints() {
    return ["Name its folder with --phase-dir"]
  }
}

/** What git knows of the project cannot be told. Nothing was changed. Exit 1. */
export class HistoryUnreadable
  extends Schema.TaggedError<HistoryUnreadable>()("HistoryUnreadable", {
    asked: Schema.String,
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `The project's history cannot be read: \`git ${this.asked}\` ${this.reason}`
  }
  get hints() {
    return ["Try `git fsck` in the project"]
  }
}
