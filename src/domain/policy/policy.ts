import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { limits } from "../limits.ts"
import { policyWord, type Source } from "../source/source.ts"

/** What agents may consent to: everything, only by digest, nothing. */
export const FromAgents = Schema.Literals(["allow", "digest", "deny"])
export type FromAgents = typeof FromAgents.Type

/** The user's policy file, `H/policy.json`. Source: design section 7. */
export const UserPolicy = Schema.Struct({
  strictKnownRegistries: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.NonEmptyString))),
  network: Schema.optionalKey(
    Schema.Struct({
      allow: Schema.optionalKey(Schema.Array(Schema.NonEmptyString)),
      mirror: Schema.optionalKey(Schema.NonEmptyString)
    })
  ),
  signatures: Schema.optionalKey(Schema.Literals(["optional", "required"])),
  consent: Schema.optionalKey(Schema.Struct({ fromAgents: Schema.optionalKey(FromAgents) })),
  gateLoadFailure: Schema.optionalKey(Schema.Literals(["warn", "block"])),
  generations: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))),
  minAge: Schema.optionalKey(Schema.String)
})
export type UserPolicy = typeof UserPolicy.Type

/** What a project's `.planning/config.json` may narrow, under `capabilities`. */
export const ProjectPolicy = Schema.Struct({
  capabilities: Schema.optionalKey(
    Schema.Struct({
      strict_known_registries: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.NonEmptyString)))
    })
  )
})
export type ProjectPolicy = typeof ProjectPolicy.Type

/** The policy in force. */
export interface Policy {
  /** Sources allowed: null is every source, a list only these words, registry names and hosts, the empty list none. */
  readonly strictKnownRegistries: ReadonlyArray<string> | null
  readonly fromAgents: FromAgents
  readonly generations: number
}

const narrower = (
  user: ReadonlyArray<string> | null,
  project: ReadonlyArray<string> | null
): ReadonlyArray<string> | null => {
  if (user === null) return project
  if (project === null) return user
  return user.filter((one) => project.includes(one))
}

/** The most restrictive of both: a project can take away, never add. */
export const effectivePolicy = (user: UserPolicy, project: ProjectPolicy): Policy => ({
  strictKnownRegistries: narrower(
    user.strictKnownRegistries ?? null,
    project.capabilities?.strict_known_registries ?? null
  ),
  fromAgents: user.consent?.fromAgents ?? "allow",
  generations: user.generations ?? limits.generations
})

/** Whether the policy allows a source; undefined stands for one that cannot be read, which no list allows. */
export const allowsSource = ({ strictKnownRegistries }: Policy, source: Source | undefined): boolean =>
  strictKnownRegistries === null ||
  (source !== undefined && strictKnownRegistries.includes(policyWord(source)))

/** A policy cannot be read, so everything that it could forbid is refused. Exit 4. */
export class PolicyUnreadable
  extends Schema.TaggedError<PolicyUnreadable>()("PolicyUnreadable", {
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The policy \`${this.path}\` cannot be read: ${this.problem}`
  }
  get hints() {
    return ["Correct the file, or move it away; until then installs are refused"]
  }
}

/** The policy in force does not allow the source. Exit 4. */
export class SourceNotAllowed
  extends Schema.TaggedError<SourceNotAllowed>()("SourceNotAllowed", {
    source: Schema.String,
    needed: Schema.String,
    allowed: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const allowed =
      this.allowed.length === 0 ? "no source at all" : this.allowed.map((one) => `\`${one}\``).join(", ")
    return `The policy \`strictKnownRegistries\` allows ${allowed}; \`${this.source}\` needs \`${this.needed}\``
  }
  get hints() {
    return ["Ask whoever keeps the policy, or install from an allowed source"]
  }
}
