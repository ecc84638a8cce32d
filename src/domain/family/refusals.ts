import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** No installed member of the family has this name. Exit 6. */
export class MemberUnknown
  extends Schema.TaggedError<MemberUnknown>()("MemberUnknown", {
    name: Schema.String,
    nearest: Schema.optionalKey(Schema.String),
    /** Names that could be asked for. */
    members: Schema.Array(Schema.String),
    /** Why a known member of this name is not there. */
    why: Schema.optionalKey(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return this.why === undefined
      ? `There is no member \`${this.name}\` here`
      : `\`${this.name}\` is not installed: ${this.why}`
  }
  get hints() {
    const names = this.members.map((name) => `\`${name}\``).join(", ")
    return [
      ...(this.nearest === undefined ? [] : [`Did you mean \`${this.nearest}\`?`]),
      ...(this.members.length === 0 ? [] : [`Here are ${names}`]),
      "`gsd family detect` shows where members are looked for; `--member DIR` names another folder"
    ]
  }
}

const latestForm = 'Write one JSON object of versions by name, such as {"codex-cli-bridge": "3.5.0"}'

/** There is no file of declared versions. Exit 6. */
export class LatestMissing
  extends Schema.TaggedError<LatestMissing>()("LatestMissing", { path: Schema.String })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `There is no file \`${this.path}\` of the latest versions`
  }
  get hints() {
    return [latestForm]
  }
}

/** The file of declared versions does not hold versions by name. Exit 4. */
export class LatestInvalid
  extends Schema.TaggedError<LatestInvalid>()("LatestInvalid", {
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` cannot be used as the latest versions: ${this.problem}`
  }
  get hints() {
    return [latestForm]
  }
}

/** A member that cannot be made into a reviewer lane. Exit 4. */
export class LaneUnsuitable
  extends Schema.TaggedError<LaneUnsuitable>()("LaneUnsuitable", {
    name: Schema.String,
    problem: Schema.String,
    hint: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.name}\` cannot be made a reviewer lane: ${this.problem}`
  }
  get hints() {
    return [this.hint]
  }
}
