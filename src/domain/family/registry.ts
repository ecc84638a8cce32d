import type { SettingEntry } from "./manifest.ts"
import type { ValueGrammar } from "./settingValue.ts"
import type { FamilySource, TrustState } from "./sources.ts"

/** Who declares a setting. */
export interface SettingOwner {
  readonly name: string
  readonly trust: TrustState
  /** Null for bundled facts. */
  readonly folder: string | null
}

/** A key of the settings file, by whoever comes first in the order of sources. */
export interface RegisteredSetting {
  readonly entry: SettingEntry
  readonly owner: SettingOwner
}

/** Two members that say different things about one key; the first counts. */
export interface SettingConflict {
  readonly key: string
  readonly counts: SettingOwner
  readonly passedOver: SettingOwner
  /** Members of the declaration that differ: `values`, `default` or `retired`. */
  readonly differs: ReadonlyArray<"values" | "default" | "retired">
}

/** Every key of the settings file, ascending, each once. */
export interface SettingsRegistry {
  readonly settings: ReadonlyArray<RegisteredSetting>
  readonly conflicts: ReadonlyArray<SettingConflict>
}

const sameGrammar = (one: ValueGrammar, other: ValueGrammar): boolean => {
  if (one.kind === "enum")
    return other.kind === "enum" && one.values.toSorted().join("\n") === other.values.toSorted().join("\n")
  if (one.kind === "integer")
    return other.kind === "integer" && one.min === other.min && one.max === other.max
  return one.kind === other.kind
}

const differences = (one: SettingEntry, other: SettingEntry): SettingConflict["differs"] => [
  ...(sameGrammar(one, other) ? [] : ["values" as const]),
  ...(one.default === other.default ? [] : ["default" as const]),
  ...((one.retired === undefined) === (other.retired === undefined) ? [] : ["retired" as const])
]

/**
 * Union of what all sources declare. The order of sources decides whose declaration of a key counts; one that says the
 * same is no conflict. Source: family facts 5.
 */
export const settingsRegistry = (sources: ReadonlyArray<FamilySource>): SettingsRegistry => {
  const byKey = new Map<string, RegisteredSetting>()
  const conflicts: Array<SettingConflict> = []
  for (const { folder, name, settings, trust } of sources)
    for (const entry of settings) {
      const owner = { name, trust, folder: folder ?? null }
      const first = byKey.get(entry.key)
      if (first === undefined) byKey.set(entry.key, { entry, owner })
      else {
        const differs = differences(first.entry, entry)
        if (differs.length > 0)
          conflicts.push({ key: entry.key, counts: first.owner, passedOver: owner, differs })
      }
    }
  const settings = [...byKey.values()].toSorted((one, other) => (one.entry.key < other.entry.key ? -1 : 1))
  return { settings, conflicts }
}

const ownerText = ({ folder, name, trust }: SettingOwner): string =>
  `\`${name}\` (${folder === null ? trust : `${trust}, \`${folder}\``})`

/** What is told of a conflict; raw names may be in it. */
export const conflictText = ({ counts, differs, key, passedOver }: SettingConflict): string =>
  `\`${key}\` is declared by ${ownerText(counts)} and with other ${differs.join(" and ")} by ${ownerText(passedOver)}; the first counts`
