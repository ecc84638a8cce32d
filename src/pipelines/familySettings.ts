import * as Effect from "effect/Effect"
import { nearest } from "../domain/capability/suggest.ts"
import { hasMark } from "../domain/family/reconcile.ts"
import type { SettingConflict } from "../domain/family/registry.ts"
import { FamilySettingUnknown } from "../domain/family/settingsErrors.ts"
import {
  placesOf,
  rowOf,
  settingRows,
  type SettingPlace,
  type SettingRow
} from "../domain/family/settingsView.ts"
import { settingsHere, type SettingsHere } from "./family/settingsHere.ts"

/** The file, as every report of settings names it. */
export interface SettingsFileReport {
  /** As the environment says it, maybe relative. */
  readonly path: string
  readonly fileState: "absent" | "unusable" | "present"
  /** Why the file is unusable; null when it is not. */
  readonly problem: string | null
}

/** JSON of `family settings`. */
export interface FamilySettingsReport extends SettingsFileReport {
  readonly settings: ReadonlyArray<SettingRow>
  /** Keys of the file that stand more than once, each once; the last line counts. */
  readonly duplicateKeys: ReadonlyArray<string>
  /** Keys of the file that no member declares, each once. */
  readonly unknownKeys: ReadonlyArray<string>
  /** Lines, from 1, that set nothing. */
  readonly malformedLines: ReadonlyArray<number>
  readonly byteOrderMark: boolean
  readonly conflicts: ReadonlyArray<SettingConflict>
  readonly warnings: ReadonlyArray<string>
}

/** The file of a report. */
export const fileReport = ({ path, state }: SettingsHere): SettingsFileReport => {
  const words = { Absent: "absent", Unusable: "unusable", Present: "present" } as const
  return {
    path,
    fileState: words[state._tag],
    problem: state._tag === "Unusable" ? state.problem : null
  }
}

/** Shows every key with the value in force and where it comes from. Reads only. */
export const familySettings = Effect.fn("familySettings")(function* (members: ReadonlyArray<string>) {
  const here = yield* settingsHere(members)
  const { duplicateKeys, malformedLines, unknownKeys } = here.facts.reading
  return {
    ...fileReport(here),
    settings: settingRows(here.facts),
    duplicateKeys,
    unknownKeys,
    malformedLines,
    byteOrderMark: hasMark(here.text),
    conflicts: here.registry.conflicts,
    warnings: here.warnings
  } satisfies FamilySettingsReport
})

/** JSON of `family settings explain KEY`. */
export interface ExplainedFamilySetting extends SettingsFileReport {
  readonly key: string
  /** Null for a key that only the file holds. */
  readonly setting: SettingRow | null
  /** The strongest first. */
  readonly places: ReadonlyArray<SettingPlace>
  readonly conflicts: ReadonlyArray<SettingConflict>
  readonly warnings: ReadonlyArray<string>
}

const undeclared = ({ facts }: SettingsHere, wanted: string): ReadonlyArray<SettingPlace> =>
  facts.reading.parsed
    .filter(({ key }) => key === wanted)
    .toReversed()
    .map(({ line, value }) => ({
      from: "file",
      line,
      value,
      taken: false,
      why: "no member declares the key"
    }))

/** Explains one key: what is in force, who says it, and why the others are not taken. Reads only. */
export const familySettingExplain = Effect.fn("familySettingExplain")(function* (
  key: string,
  members: ReadonlyArray<string>
) {
  const here = yield* settingsHere(members)
  const setting = here.registry.settings.find(({ entry }) => entry.key === key)
  const places = setting === undefined ? undeclared(here, key) : placesOf(here.facts, setting)
  if (setting === undefined && places.length === 0) {
    const near = nearest(
      key,
      here.registry.settings.map(({ entry }) => entry.key)
    )
    return yield* new FamilySettingUnknown({ key, suggestions: near === undefined ? [] : [near] })
  }
  return {
    ...fileReport(here),
    key,
    setting: setting === undefined ? null : rowOf(here.facts, setting),
    places,
    conflicts: here.registry.conflicts.filter((conflict) => conflict.key === key),
    warnings: here.warnings
  } satisfies ExplainedFamilySetting
})
