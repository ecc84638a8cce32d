import type { Contract, FamilyMember, Role, RoleWord, SettingEntry } from "./manifest.ts"
import type { LocatedMember } from "./sources.ts"

/** A setting that applies to a command. */
export interface ProcedureSetting {
  readonly key: string
  /** Its allowed values in words; null when it is retired. */
  readonly allowed: string | null
  readonly default: string | null
  readonly effect: string
  /** Why it does nothing any more; null when it does. */
  readonly retired: string | null
}

/** How one role of a member is driven. */
export interface Procedure {
  readonly member: string
  readonly version: string
  readonly trust: LocatedMember["trust"]
  /** Absolute. */
  readonly folder: string
  readonly role: RoleWord
  readonly command: string
  readonly source: string
  readonly template: string | null
  readonly modes: ReadonlyArray<string>
  readonly output: string | null
  /** Its texts verbatim; null when the role has none. */
  readonly contract: Contract | null
  readonly settings: ReadonlyArray<ProcedureSetting>
}

/** Allowed values of a setting in words, texts as in JSON. Source: family facts 11. */
export const allowedLabel = (entry: SettingEntry): string => {
  switch (entry.kind) {
    case "enum":
      return entry.values.map((value) => JSON.stringify(value)).join(" | ")
    case "integer":
      return `integer ${entry.min}..${entry.max}`
    case "duration":
      return "duration such as 90s, 30m, 1.5h or 2d"
    case "boolean":
      return '"0" | "1"'
  }
}

/** Settings of a member that a command applies. */
export const settingsFor = ({ settings }: FamilyMember, command: string): ReadonlyArray<ProcedureSetting> =>
  settings
    .filter(({ appliesTo }) => appliesTo.includes(command))
    .map((entry) => ({
      key: entry.key,
      allowed: entry.retired === undefined ? allowedLabel(entry) : null,
      default: entry.default,
      effect: entry.effect,
      retired: entry.retired ?? null
    }))

const procedureOf = ({ folder, member, trust }: LocatedMember, word: RoleWord, role: Role): Procedure => ({
  member: member.name,
  version: member.version,
  trust,
  folder,
  role: word,
  command: role.cmd,
  source: role.source,
  template: role.template ?? null,
  modes: role.modes ?? [],
  output: role.output ?? null,
  contract: role.contract ?? null,
  settings: settingsFor(member, role.cmd)
})

/** How the roles of the members are driven, by member and in the order of the vocabulary; `wanted` narrows it to one role. */
export const proceduresOf = (
  members: ReadonlyArray<LocatedMember>,
  wanted?: RoleWord
): ReadonlyArray<Procedure> =>
  members
    .filter(({ member }) => member.available)
    .flatMap((located) =>
      [...located.member.roles]
        .filter(([word]) => wanted === undefined || word === wanted)
        .map(([word, role]) => procedureOf(located, word, role))
    )
