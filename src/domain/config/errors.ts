import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { shown, visible } from "../text/escape.ts"

/** A key that no loaded capability declares and the product does not know. Nothing was changed. Exit 6. */
export class ConfigKeyUnknown
  extends Schema.TaggedError<ConfigKeyUnknown>()("ConfigKeyUnknown", {
    key: Schema.String,
    /** Keys that were probably meant, the likeliest first; may be empty. */
    similar: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return shown`There is no configuration key \`${this.key}\``
  }
  get hints() {
    return [
      ...this.similar.map((key) => `Did you mean \`${visible(key)}\`?`),
      "`gsd config get` lists the keys that are known here"
    ]
  }
}

/** A name that no configuration key can have. Nothing was changed. Exit 2. */
export class ConfigKeyRefused
  extends Schema.TaggedError<ConfigKeyRefused>()("ConfigKeyRefused", {
    key: Schema.String,
    /** A clause: `has an empty part`. */
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message() {
    return `${shown`The configuration key \`${this.key}\``} ${this.problem}`
  }
  get hints() {
    return ["Keys are dotted names such as `workflow.ui_review`"]
  }
}

/** A value that its key cannot have. Nothing was changed. Exit 2. */
export class ConfigValueRefused
  extends Schema.TaggedError<ConfigValueRefused>()("ConfigValueRefused", {
    key: Schema.String,
    /** As it was given. */
    value: Schema.String,
    /** A clause: `is no number`. */
    problem: Schema.String,
    /** Values that the key may have, when they can be listed; empty otherwise. */
    allowed: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message() {
    return `${shown`\`${this.key}\` cannot be \`${this.value}\`, which`} ${this.problem}`
  }
  get hints() {
    const allowed = this.allowed.map((value) => `\`${visible(value)}\``).join(", ")
    return [
      ...(allowed === "" ? [] : [`It may be ${allowed}`]),
      shown`\`gsd config explain ${this.key}\` says what the key is for`
    ]
  }
}

/** A key that is not the capability's own. Nothing was changed. Exit 6. */
export class ConfigKeyForeign
  extends Schema.TaggedError<ConfigKeyForeign>()("ConfigKeyForeign", {
    id: Schema.String,
    key: Schema.String,
    own: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return shown`\`${this.key}\` is no key of the capability \`${this.id}\``
  }
  get hints() {
    const own = this.own.map((key) => `\`${visible(key)}\``).join(", ")
    return [
      own === "" ? "It has no keys" : `Its keys are ${own}`,
      "`gsd config set KEY VALUE` sets any other key"
    ]
  }
}

/** A flag that should read `KEY=VALUE` and does not. Nothing was changed. Exit 2. */
export class ConfigFlagMalformed
  extends Schema.TaggedError<ConfigFlagMalformed>()("ConfigFlagMalformed", {
    given: Schema.String,
    /** A clause: `holds no equals sign`. */
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message() {
    return `${shown`\`${this.given}\``} ${this.problem}`
  }
  get hints() {
    return ["Write `KEY=VALUE`, such as `workflow.ui_review=false`"]
  }
}

/** An object stands where a value should be written; it was left. Exit 4. */
export class ConfigPlaceTaken
  extends Schema.TaggedError<ConfigPlaceTaken>()("ConfigPlaceTaken", {
    file: Schema.String,
    key: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return shown`\`${this.key}\` holds an object in \`${this.file}\`, which would be lost`
  }
  get hints() {
    return [shown`\`gsd config unset ${this.key}\` takes it out`]
  }
}

/** A configuration file would not be read any more as the policy that stands in it too; it was left. Exit 4. */
export class ConfigFileSpoilt
  extends Schema.TaggedError<ConfigFileSpoilt>()("ConfigFileSpoilt", {
    file: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `${shown`\`${this.file}\` would be no policy any more`}: ${this.problem}`
  }
  get hints() {
    return ["Members of `capabilities` are policy; give them the type that they have there"]
  }
}

/** A name that no workstream can have. Exit 4. */
export class WorkstreamRefused
  extends Schema.TaggedError<WorkstreamRefused>()("WorkstreamRefused", {
    name: Schema.String,
    /** What says it: `--ws`, `GSD_WORKSTREAM` or a file. */
    said: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return shown`\`${this.name}\`, which ${this.said} says, is no name of a workstream`
  }
  get hints() {
    return ["Names are lower-case letters, digits, `-`, `_` and `.`, the first of them no dot"]
  }
}

/** Why a setting on the command line is not taken. */
export type ConfigFlagError = ConfigFlagMalformed | ConfigKeyRefused | ConfigKeyUnknown | ConfigValueRefused
