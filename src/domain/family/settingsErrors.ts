import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** A change of settings is not made: keys or values that nobody takes, retired or duplicate keys. Exit 4; nothing was written. */
export class FamilySettingsRefused
  extends Schema.TaggedError<FamilySettingsRefused>()("FamilySettingsRefused", {
    /** Each one sentence without final period; never empty. */
    problems: Schema.Array(Schema.String),
    advice: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return this.problems.join("; ")
  }
  get hints() {
    return this.advice
  }
}

/** The settings file is nothing that is edited: a link, a folder, or below a link. Exit 4; nothing was written. */
export class FamilySettingsFileRefused
  extends Schema.TaggedError<FamilySettingsFileRefused>()("FamilySettingsFileRefused", {
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` is not edited: ${this.problem}`
  }
  get hints() {
    return ["Put a regular file into a regular folder there, or edit what it leads to by hand"]
  }
}

/** The disk refused a write of the settings file; it is as it was. Exit 1. */
export class FamilySettingsUnwritable
  extends Schema.TaggedError<FamilySettingsUnwritable>()("FamilySettingsUnwritable", {
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `\`${this.path}\` could not be written: ${this.problem}`
  }
  get hints() {
    return ["Check the owner, the mode and the room of its folder; the file is as it was"]
  }
}

/** Neither a member declares the key nor the settings file holds it. Exit 6. */
export class FamilySettingUnknown
  extends Schema.TaggedError<FamilySettingUnknown>()("FamilySettingUnknown", {
    key: Schema.String,
    suggestions: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `No member declares the setting \`${this.key}\``
  }
  get hints() {
    return [
      ...this.suggestions.map((one) => `Did you mean \`${one}\`?`),
      "`gsd family settings` lists every key"
    ]
  }
}
