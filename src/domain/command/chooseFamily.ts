import type { CommandFamily } from "../capability/schema/feature.ts"
import { nearest } from "../capability/suggest.ts"
import type { Registry, RegistryMember, Skipped, SkipReason } from "../registry/Registry.ts"
import { FamilyInactive, FamilyUnknown } from "./errors.ts"
import type { FamilyRow } from "./run.ts"

/** A family that is there to be called. */
export interface ChosenFamily {
  readonly _tag: "Chosen"
  readonly member: RegistryMember
  readonly command: CommandFamily
}

/** What a decision over families needs: who is loaded, and which capability is switched off and why. */
export interface FamilyFacts {
  readonly registry: Registry
  /** Why a loaded capability is not acted on now; undefined when it is. */
  readonly inactive: (member: RegistryMember) => Inactivity | undefined
}

/** Why a capability is not acted on, and what changes that. */
export interface Inactivity {
  /** A clause without a period. */
  readonly reason: string
  readonly remedy: string
}

/** Entries of a member's manifest, by family. */
const commandsOf = ({ manifest }: RegistryMember): ReadonlyArray<CommandFamily> =>
  manifest.role === "feature" ? (manifest.commands ?? []) : []

const skipReason = (reason: SkipReason): string => {
  if (reason._tag === "Shadowed") return "one of the same id in the project takes its place"
  if (reason._tag === "NotActive") return reason.reason === "" ? reason.status : reason.reason
  return reason.problems.find(({ severity }) => severity === "error")?.message ?? "the set refuses it"
}

const skipped = ({ id, reason }: Skipped, family: string): FamilyInactive =>
  new FamilyInactive({
    family,
    capability: id,
    reason: skipReason(reason),
    remedy: `See what stands in its way: gsd capability state ${id}`
  })

const unknown = (registry: Registry, family: string): FamilyUnknown => {
  const families = [...registry.index.families.keys()].toSorted()
  const near = nearest(family, families)
  return new FamilyUnknown({ family, suggestions: near === undefined ? [] : [near], families })
}

/**
 * Decides what a family's name means: a loaded member's command, or the error that says why there is none. A loaded
 * owner comes before a skipped one of the same name.
 */
export const chooseFamily = (
  { registry, inactive }: FamilyFacts,
  family: string
): ChosenFamily | FamilyInactive | FamilyUnknown => {
  const member = registry.members.get(registry.index.families.get(family) ?? "")
  const command = member && commandsOf(member).find((one) => one.family === family)
  if (member !== undefined && command !== undefined) {
    const why = inactive(member)
    if (why === undefined) return { _tag: "Chosen", member, command }
    return new FamilyInactive({ family, capability: member.id, ...why })
  }
  const lost = registry.skipped.find(({ families }) => families.includes(family))
  return lost === undefined ? unknown(registry, family) : skipped(lost, family)
}

/** Every family, ascending by name; those of skipped capabilities too. */
export const familyRows = ({ registry, inactive }: FamilyFacts): ReadonlyArray<FamilyRow> => {
  const loaded = [...registry.members.values()].flatMap((member) =>
    commandsOf(member).map(({ family, subcommands = [] }): FamilyRow => {
      const why = inactive(member)
      return {
        family,
        capability: member.id,
        origin: member.origin,
        active: why === undefined,
        subcommands,
        ...(why === undefined ? {} : { reason: why.reason })
      }
    })
  )
  const others = registry.skipped.flatMap(({ families, id, origin, reason }) =>
    families.map((family): FamilyRow => ({
      family,
      capability: id,
      origin,
      active: false,
      subcommands: [],
      reason: skipReason(reason)
    }))
  )
  return [...loaded, ...others].toSorted((a, b) => (a.family < b.family ? -1 : a.family > b.family ? 1 : 0))
}
