import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** No hook of this name is in force at the point. Nothing was run or written. Exit 6. */
export class HookNotActive
  extends Schema.TaggedError<HookNotActive>()("HookNotActive", {
    hook: Schema.String,
    point: Schema.String,
    /** Why it is not in force, as a clause; absent when it is not known at all. */
    reason: Schema.optionalKey(Schema.String),
    /** Hooks in force at the point. */
    active: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    const why = this.reason === undefined ? "" : `: ${this.reason}`
    return `No hook \`${this.hook}\` is in force at \`${this.point}\`${why}`
  }
  get hints() {
    const named = this.active.map((one) => `\`${one}\``).join(", ")
    return [
      this.active.length === 0
        ? `Nothing is in force at \`${this.point}\` now`
        : `In force at \`${this.point}\`: ${named}`
    ]
  }
}

/** This outcome is not an agent's to write down for this hook. Nothing was written. Exit 2. */
export class HookNotRecordable
  extends Schema.TaggedError<HookNotRecordable>()("HookNotRecordable", {
    hook: Schema.String,
    outcome: Schema.String,
    /** What may be written down; empty for a gate that `gsd` asks itself. */
    may: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message() {
    return this.may.length === 0
      ? `\`${this.hook}\` is a gate that \`gsd\` asks itself, so nobody else answers it`
      : `\`${this.outcome}\` is no outcome of \`${this.hook}\``
  }
  get hints() {
    const may = this.may.map((one) => `\`${one}\``).join(", ")
    return [this.may.length === 0 ? "Ask it with `gsd loop dispatch POINT --gates`" : `It may be ${may}`]
  }
}
