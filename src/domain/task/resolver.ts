import type { TaskContentResolver } from "../capability/schema/feature.ts"
import type { Registry, RegistryMember, Skipped } from "../registry/Registry.ts"

/** How a manifest declares the program that reads tasks. */
export type DeclaredResolver = typeof TaskContentResolver.Type

/** A capability that is acted on and reads the tasks of a tracker. */
export interface Resolver {
  readonly member: RegistryMember
  readonly declared: DeclaredResolver
}

const resolverOf = (member: RegistryMember): DeclaredResolver | undefined =>
  member.manifest.role === "feature" ? member.manifest.taskContentResolver : undefined

/** Resolvers of a prefix; the set accepts one at most, so more say that something is wrong. Ascending by capability. */
export const resolversOf = (registry: Registry, prefix: string): ReadonlyArray<Resolver> =>
  [...registry.members.values()].flatMap((member) => {
    const declared = resolverOf(member)
    return declared?.trackerPrefix === prefix ? [{ member, declared }] : []
  })

const reasonOf = ({ reason }: Skipped): string => {
  if (reason._tag === "NotActive") return reason.reason
  if (reason._tag === "Shadowed") return "one of the same id in the project takes its place"
  return reason.problems[0]?.message ?? "the others refuse it"
}

/** A sentence on each capability that would read these tasks and is not acted on: nobody should wonder. */
export const inactiveResolvers = (registry: Registry, prefix: string): ReadonlyArray<string> =>
  registry.skipped
    .filter((one) => one.trackerPrefix === prefix)
    .map((one) => `\`${one.id}\` would read the tasks of \`${prefix}\` but is not active: ${reasonOf(one)}`)

const placeholder = "{{id}}"

/** Arguments of a run: an element that is the placeholder becomes the id, one argument whatever it holds. */
export const resolverArgs = (args: ReadonlyArray<string>, id: string): ReadonlyArray<string> =>
  args.map((arg) => (arg === placeholder ? id : arg))
