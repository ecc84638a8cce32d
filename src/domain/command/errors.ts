import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { visible } from "../text/escape.ts"

/** No capability that is acted on has a command family of this name. Nothing was started. Exit 6. */
export class FamilyUnknown
  extends Schema.TaggedError<FamilyUnknown>()("FamilyUnknown", {
    family: Schema.String,
    /** The nearest name, or none. */
    suggestions: Schema.Array(Schema.String),
    /** Families there are, ascending. */
    families: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `There is no command family \`${visible(this.family)}\``
  }
  get hints() {
    return [
      ...this.suggestions.map((one) => `Did you mean \`${one}\`?`),
      "`gsd x` lists the families that there are"
    ]
  }
}

/** The family's capability is there and not acted on now. Nothing was started. Exit 4. */
export class FamilyInactive
  extends Schema.TaggedError<FamilyInactive>()("FamilyInactive", {
    family: Schema.String,
    capability: Schema.String,
    /** A clause without a period. */
    reason: Schema.String,
    /** What makes it act, when that is known. */
    remedy: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${visible(this.family)}\` of \`${visible(this.capability)}\` is not active: ${visible(this.reason)}`
  }
  get hints() {
    return [this.remedy]
  }
}

/** A command was ended before it was done; its processes are gone. Exit 1. */
export class CommandUnfinished
  extends Schema.TaggedError<CommandUnfinished>()("CommandUnfinished", {
    family: Schema.String,
    capability: Schema.String,
    /** A signal's name, or `timeout`. */
    end: Schema.String,
    /** The limit that was reached, in seconds. */
    seconds: Schema.optionalKey(Schema.Finite)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    const command = `\`gsd x ${visible(this.family)}\``
    return this.seconds === undefined
      ? `${command} was ended by ${visible(this.end)}`
      : `${command} was not done after ${this.seconds} s and was ended`
  }
  get hints() {
    return this.seconds === undefined
      ? [`Tell the author of \`${visible(this.capability)}\``]
      : [`Give it longer: gsd x --timeout SECONDS ${visible(this.family)} …`]
  }
}
