import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { limits } from "../limits.ts"
import { policyWord } from "../source/canonical.ts"
import type { Source } from "../source/source.ts"
import { AllowedHost, Mirror } from "./network.ts"

/** What agents may consent to: everything, only by digest, nothing. */
export const FromAgents = Schema.Literals(["allow", "digest", "deny"])
export type FromAgents = typeof FromAgents.Type

/** How long a version must have been published, `3 days`. */
export const MinAge = Schema.String.check(
  Schema.isPattern(/^[0-9]{1,6} (?:second|minute|hour|day|week)s?$/u, {
    message: "must be a number and seconds, minutes, hours, days or weeks, such as `3 days`"
  })
)

const unitMillis: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000
}

const minAgeMillis = (text: string): number => {
  const [count = "0", unit = "day"] = text.split(" ")
  return Number(count) * (unitMillis[unit.replace(/s$/u, "")] ?? 0)
}

/** The user's policy file, `H/policy.json`. Source: design section 7. */
export const UserPolicy = Schema.Struct({
  strictKnownRegistries: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.NonEmptyString))),
  network: Schema.optionalKey(
    Schema.Struct({
      allow: Schema.optionalKey(Schema.Array(AllowedHost)),
      mirror: Schema.optionalKey(Mirror)
    })
  ),
  signatures: Schema.optionalKey(Schema.Literals(["optional", "required"])),
  consent: Schema.optionalKey(Schema.Struct({ fromAgents: Schema.optionalKey(FromAgents) })),
  gateLoadFailure: Schema.optionalKey(Schema.Literals(["warn", "block"])),
  generations: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))),
  minAge: Schema.optionalKey(MinAge)
})
export type UserPolicy = typeof UserPolicy.Type

/** What a project's `.planning/config.json` may narrow, under `capabilities`. */
export const ProjectPolicy = Schema.Struct({
  capabilities: Schema.optionalKey(
    Schema.Struct({
      strict_known_registries: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.NonEmptyString))),
      // A setting, which the user may make as well; its type is judged here.
      auto_update: Schema.optionalKey(Schema.Boolean)
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
  /** Hosts, lower case, that may lead to addresses which are refused otherwise. */
  readonly allowHosts: ReadonlyArray<string>
  /** Address of the mirror that everything is fetched from, `https:` or `file:`. */
  readonly mirror: string | undefined
  /** Whether only what a known key signed is taken. */
  readonly signatures: "optional" | "required"
  /** Shortest time since a version was published, before it is taken, in milliseconds. */
  readonly minAgeMillis: number
  /** What a capability with a blocking gate that cannot be loaded does to the loop. */
  readonly gateLoadFailure: "warn" | "block"
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
  generations: user.generations ?? limits.generations,
  allowHosts: (user.network?.allow ?? []).map((host) => host.toLowerCase()),
  mirror: user.network?.mirror,
  signatures: user.signatures ?? "optional",
  minAgeMillis: minAgeMillis(user.minAge ?? "0 days"),
  gateLoadFailure: user.gateLoadFailure ?? "warn"
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
