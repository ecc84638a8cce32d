import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** A plan that a task is asked of does not lie in the current project. Exit 4. */
export class PlanOutsideProject
  extends Schema.TaggedError<PlanOutsideProject>()("PlanOutsideProject", {
    path: Schema.String,
    project: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The plan \`${this.path}\` does not lie in the project \`${this.project}\``
  }
  get hints() {
    return [
      "Give a plan of this project, one that no link leads out of it, or name its project with `--project DIR`"
    ]
  }
}

/** No task of the plan has exactly this tracker id. Exit 6. */
export class TrackerIdUnknown
  extends Schema.TaggedError<TrackerIdUnknown>()("TrackerIdUnknown", {
    plan: Schema.String,
    trackerId: Schema.String,
    /** Those that it has, in its order. */
    known: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `No task of \`${this.plan}\` has the tracker id \`${this.trackerId}\``
  }
  get hints() {
    if (this.known.length === 0) return ["No task of it names a tracker; a checkpoint never does"]
    return [
      `It has ${this.known
        .slice(0, 10)
        .map((one) => `\`${one}\``)
        .join(", ")}`
    ]
  }
}

/** More than one capability that is acted on reads the tasks of a prefix, so that nobody is asked. Exit 1. */
export class ResolverAmbiguous
  extends Schema.TaggedError<ResolverAmbiguous>()("ResolverAmbiguous", {
    prefix: Schema.String,
    capabilities: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    const names = this.capabilities.map((one) => `\`${one}\``).join(", ")
    return `Tasks of \`${this.prefix}\` would be read by more than one capability: ${names}`
  }
  get hints() {
    return ["Switch all but one of them off with `gsd capability disable ID`"]
  }
}

/** Which run of a resolver an error is about. */
const about = { capability: Schema.String, trackerId: Schema.String }

const stop = "Carry the task out only once it is resolved: what stands in the plan may be out of date"

/** The program of a resolver could not be started; nothing ran. Exit 1. */
export class ResolverNotStarted
  extends Schema.TaggedError<ResolverNotStarted>()("ResolverNotStarted", {
    ...about,
    program: Schema.String,
    /** `_tag` of the reason, such as `BinaryNotFound`. */
    reason: Schema.String,
    problem: Schema.String,
    advice: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `\`${this.trackerId}\` was not resolved, since \`${this.capability}\` could not run: ${this.problem}`
  }
  get hints() {
    return [...this.advice, stop]
  }
}

/** A resolver ended without success. Exit 1. */
export class ResolverFailed
  extends Schema.TaggedError<ResolverFailed>()("ResolverFailed", {
    ...about,
    /** Its exit code; absent when a signal ended it. */
    code: Schema.optionalKey(Schema.Int),
    signal: Schema.optionalKey(Schema.String),
    /** The end of what it wrote to stderr. */
    stderr: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    const how = this.code === undefined ? `was ended by ${this.signal}` : `ended with code ${this.code}`
    const said = this.stderr.trim() === "" ? "" : `: ${this.stderr.trim()}`
    return `\`${this.trackerId}\` was not resolved: the resolver of \`${this.capability}\` ${how}${said}`
  }
  get hints() {
    return [stop]
  }
}

/** A resolver ran longer than its manifest allows and was ended with everything it had started. Exit 1. */
export class ResolverTimedOut
  extends Schema.TaggedError<ResolverTimedOut>()("ResolverTimedOut", { ...about, timeoutMs: Schema.Int })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `\`${this.trackerId}\` was not resolved: the resolver of \`${this.capability}\` took longer than ${this.timeoutMs} ms`
  }
  get hints() {
    return ["Try again when the tracker answers; the bound stands in the capability's manifest", stop]
  }
}

/** A resolver printed more than is read. Exit 1. */
export class ResolverOutputTooLarge
  extends Schema.TaggedError<ResolverOutputTooLarge>()("ResolverOutputTooLarge", {
    ...about,
    bytes: Schema.Int,
    maxBytes: Schema.Int
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `\`${this.trackerId}\` was not resolved: the resolver of \`${this.capability}\` printed ${this.bytes} bytes, ${this.maxBytes} are the most`
  }
  get hints() {
    return ["Shorten the entry in the tracker, or put what is long into a file that it names", stop]
  }
}

/** A resolver printed something that is no content of a task. Exit 1. */
export class ResolverOutputInvalid
  extends Schema.TaggedError<ResolverOutputInvalid>()("ResolverOutputInvalid", {
    ...about,
    problem: Schema.Literals(["not-json", "not-an-object", "wrong-type"]),
    /** The member that has the wrong type. */
    member: Schema.optionalKey(Schema.String),
    detail: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `\`${this.trackerId}\` was not resolved by \`${this.capability}\`: ${this.detail}`
  }
  get hints() {
    return [
      "A resolver prints one JSON object: `description`, `verify`, `done` are texts, `acceptance_criteria` and `read_first` lists of texts",
      stop
    ]
  }
}

/** Why one task could not be resolved. */
export type ResolverError =
  | ResolverAmbiguous
  | ResolverFailed
  | ResolverNotStarted
  | ResolverOutputInvalid
  | ResolverOutputTooLarge
  | ResolverTimedOut
