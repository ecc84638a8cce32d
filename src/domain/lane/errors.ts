import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { shown, visible, type Visible } from "../text/escape.ts"

/** Names that are neither a lane nor an instance. Nothing was started. Exit 2. */
export class NoSuchLane
  extends Schema.TaggedError<NoSuchLane>()("NoSuchLane", {
    /** As they were written, with the name that was probably meant. At least one. */
    names: Schema.Array(Schema.Struct({ name: Schema.String, nearest: Schema.optionalKey(Schema.String) })),
    known: Schema.Array(Schema.String),
    /** File that names them; absent when the command line does. */
    file: Schema.optionalKey(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message() {
    const names = this.names.map(({ name }) => `\`${visible(name)}\``).join(", ")
    const where = this.file === undefined ? "" : ` (named in \`${visible(this.file)}\`)`
    return `There is no reviewer lane or instance called ${names}${where}`
  }
  get hints() {
    const meant = this.names.flatMap(({ name, nearest }) =>
      nearest === undefined ? [] : [shown`Did you mean \`${nearest}\` instead of \`${name}\`?`]
    )
    const known = this.known.map((name) => `\`${visible(name)}\``).join(", ")
    return [...meant, known === "" ? "No lane is installed" : `There are: ${known}`]
  }
}

/** A setting that chooses reviewers cannot be used. Nothing was started. Exit 2. */
export class BadReviewSetting
  extends Schema.TaggedError<BadReviewSetting>()("BadReviewSetting", {
    key: Schema.String,
    /** JSON text of the value. */
    value: Schema.String,
    file: Schema.String,
    /** A clause: `is no list of names`. */
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message(): Visible {
    return shown`\`${this.key}\` is \`${this.value}\` in \`${this.file}\`, which ${this.problem}`
  }
  get hints() {
    return ["Correct it, or choose lanes with `--lanes`"]
  }
}

/** Why no lanes could be chosen. */
export type SelectionError = NoSuchLane | BadReviewSetting
