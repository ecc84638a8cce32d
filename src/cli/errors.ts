import * as Data from "effect/Data"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../domain/hinted.ts"

/** The command line says something that no command understands; nothing was done. Exit 2. */
export class InvocationInvalid
  extends Schema.TaggedError<InvocationInvalid>()("InvocationInvalid", {
    command: Schema.String,
    problem: Schema.String,
    /** Every problem, the first of them in `problem`. */
    problems: Schema.Array(Schema.String),
    suggestions: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message() {
    return this.problems.length > 1 ? this.problems.join("; ") : this.problem
  }
  get hints() {
    return [
      ...this.suggestions.map((one) => `Did you mean \`${one}\`?`),
      `\`${this.command} --help\` shows what it takes`
    ]
  }
}

/** A rebuild needs a yes, and nobody can be asked; nothing was changed. Exit 3. */
export class RebuildUnconfirmed
  extends Schema.TaggedError<RebuildUnconfirmed>()("RebuildUnconfirmed", { ledger: Schema.String })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.consent
  override get message() {
    return `Writing \`${this.ledger}\` anew needs a yes, and there is no terminal to ask on`
  }
  get hints() {
    return [
      "`gsd doctor --rebuild --yes` says yes to what is shown",
      "In a terminal `gsd doctor --rebuild` asks; nothing was changed"
    ]
  }
}

/** Our own bug, as a consumer of JSON sees it. Exit 70. */
export class Defect
  extends Schema.TaggedError<Defect>()("Defect", {
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.bug
  override get message() {
    return `gsd failed in a way it should not: ${this.reason}`
  }
  get hints() {
    return ["This is a bug in gsd; report it with the output of the same command and `--log-level debug`"]
  }
}

/** A signal ended the command. Exit 130 or 143. */
export class Interrupted
  extends Schema.TaggedError<Interrupted>()("Interrupted", {
    signal: Schema.String,
    /** Whether the change was committed before the command was ended. */
    committed: Schema.Boolean,
    /** What was written all the same, as a clause. */
    written: Schema.optionalKey(Schema.String)
  })
  implements Hinted
{
  override get message() {
    if (this.written !== undefined) return `Interrupted (${this.signal}); ${this.written}`
    return this.committed
      ? `Interrupted (${this.signal}) after the change was committed; it stands`
      : `Interrupted (${this.signal}); nothing was changed`
  }
  get hints(): ReadonlyArray<string> {
    return this.committed ? ["`gsd capability list` shows the state"] : []
  }
}

/** An error with more for a consumer of JSON than its own fields. */
export class Detailed extends Data.TaggedError("Detailed")<{
  readonly error: Error
  readonly details: Readonly<Record<string, unknown>>
}> {}

/** The result was printed, and it is bad news: only the exit code is left to say. */
export class Concluded extends Data.TaggedError("Concluded")<{ readonly code: number }> {}
