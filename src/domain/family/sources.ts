import { knownMembers } from "./bundled.ts"
import type { FamilyMember, MemberKind, SettingEntry, WritableDir } from "./manifest.ts"

/**
 * How far what a member says can be trusted: `bundled` facts of the product itself, a known member `installed` at its
 * place, anything else.
 */
export type TrustState = "bundled" | "installed" | "third-party"

/** A valid member and where it lies. */
export interface LocatedMember {
  /** Absolute. */
  readonly folder: string
  readonly trust: Exclude<TrustState, "bundled">
  readonly member: FamilyMember
}

/** Who says something about settings, hosts and directories. */
export interface FamilySource {
  readonly name: string
  readonly kind: MemberKind
  readonly trust: TrustState
  /** Where it lies; undefined for bundled facts. */
  readonly folder: string | undefined
  readonly settings: ReadonlyArray<SettingEntry>
  readonly networkHosts: ReadonlyArray<string>
  readonly writableDirs: ReadonlyArray<WritableDir>
  /** Undefined for bundled facts. */
  readonly member: FamilyMember | undefined
}

const sourceOf = ({ folder, member, trust }: LocatedMember): FamilySource => {
  const { kind, name, networkHosts, settings, writableDirs } = member
  return { name, kind, trust, folder, settings, networkHosts, writableDirs, member }
}

/**
 * All that say something, in the order in which they win: the known members, each as it is installed and else as the
 * product knows it, then the third-party ones in their order. Placeholders say nothing.
 */
export const familySources = (members: ReadonlyArray<LocatedMember>): ReadonlyArray<FamilySource> => {
  const real = members.filter(({ member }) => member.available)
  const installed = new Map(
    real.filter(({ trust }) => trust === "installed").map((one) => [one.member.name, one])
  )
  const known = knownMembers.map((facts): FamilySource => {
    const here = installed.get(facts.name)
    if (here !== undefined) return sourceOf(here)
    const { kind, name, networkHosts, settings, writableDirs } = facts
    return {
      name,
      kind,
      trust: "bundled",
      folder: undefined,
      settings,
      networkHosts,
      writableDirs,
      member: undefined
    }
  })
  return [...known, ...real.filter(({ trust }) => trust === "third-party").map(sourceOf)]
}
