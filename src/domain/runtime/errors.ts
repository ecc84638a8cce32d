import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { visible } from "../text/escape.ts"

/** No runtime of this id is acted on. Exit 6. */
export class RuntimeUnknown
  extends Schema.TaggedError<RuntimeUnknown>()("RuntimeUnknown", {
    runtime: Schema.String,
    /** What else there is of this id, or why it is not acted on: a clause. */
    instead: Schema.optionalKey(Schema.String),
    /** The nearest ids, best first. */
    suggestions: Schema.Array(Schema.String),
    /** Every runtime there is, ascending. */
    runtimes: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    const named = `There is no runtime \`${visible(this.runtime)}\``
    return this.instead === undefined ? named : `${named}: ${visible(this.instead)}`
  }
  get hints() {
    return [
      ...this.suggestions.map((one) => `Did you mean \`${visible(one)}\`?`),
      `The runtimes are ${this.runtimes.map((one) => `\`${visible(one)}\``).join(", ")}`,
      "See `gsd runtime list`"
    ]
  }
}

/** A runtime has no home in this scope. Exit 6. */
export class RuntimeHomeless
  extends Schema.TaggedError<RuntimeHomeless>()("RuntimeHomeless", {
    runtime: Schema.String,
    scope: Schema.Literals(["global", "project"]),
    /** What was looked for: `home` or `skills`. */
    wanted: Schema.Literals(["home", "skills"]),
    /** A clause. */
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    const wanted = this.wanted === "home" ? "no home" : "no folder of skills"
    const scope = this.scope === "global" ? "" : " in a project"
    return `\`${visible(this.runtime)}\` has ${wanted}${scope}: ${visible(this.reason)}`
  }
  get hints() {
    return this.scope === "global" ? ["See `gsd runtime list`"] : ["Ask without `--scope project`"]
  }
}

const subjects = {
  variable: "",
  home: "The home directory ",
  project: "The project ",
  field: ""
} as const

const hintsOf = {
  variable: "Give it an absolute path without `..`, or unset it",
  home: "Set HOME to an absolute path without `..`",
  project: "Give the project a path without control characters",
  field: "Tell the author of the capability"
} as const

/** What says where a runtime lives cannot be used: a variable, the home directory, or a field of its manifest. Exit 4. */
export class RuntimeHomeRefused
  extends Schema.TaggedError<RuntimeHomeRefused>()("RuntimeHomeRefused", {
    runtime: Schema.String,
    subject: Schema.Literals(["variable", "home", "project", "field"]),
    /** The variable, the path, or the field below `runtime` of the manifest. */
    name: Schema.String,
    /** A clause about `it`. */
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const { name, problem, runtime, subject } = this
    return `${subjects[subject]}\`${visible(name)}\` does not say where \`${visible(runtime)}\` lives: ${problem}`
  }
  get hints() {
    return [hintsOf[this.subject]]
  }
}
