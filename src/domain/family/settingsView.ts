import type { Variables } from "./directories.ts"
import type { RegisteredSetting, SettingOwner, SettingsRegistry } from "./registry.ts"
import { allowedValues, canonicalValue, isSettingValue } from "./settingValue.ts"
import { readSettings, type SettingLine, type SettingsReading } from "./settingsText.ts"

/** A key of the settings file with the value in force. Retired keys say so wherever a row is shown. */
export interface SettingRow {
  readonly key: string
  readonly member: SettingOwner
  readonly kind: "enum" | "integer" | "duration" | "boolean"
  /** What it takes, in words. */
  readonly allowed: string
  readonly appliesTo: ReadonlyArray<string>
  readonly effect: string
  readonly default: string | null
  /** As written; null leaves it to the wrapper. */
  readonly effective: string | null
  /** Where the value comes from. */
  readonly source: "env" | "file" | "default"
  /** Where the key is written, taken or not. */
  readonly configuredIn: "env" | "file" | null
  /** Line of the file that counts for the key, from 1, whether a variable hides it or not. */
  readonly line: number | null
  /** Why the key does nothing any more; null when it does something. */
  readonly retired: string | null
  /** Differs from the default; a retired key when it is written at all. */
  readonly active: boolean
  /** What was not taken, and why; raw values may be in it. */
  readonly notes: ReadonlyArray<string>
}

/** One place that says something about a key. */
export interface SettingPlace {
  readonly from: "env" | "file" | "default"
  /** From 1; null elsewhere than in the file. */
  readonly line: number | null
  /** Null for a variable that a third party named and that holds something else: it may be anybody's secret. */
  readonly value: string | null
  readonly taken: boolean
  /** Why it is not taken; null when it is. */
  readonly why: string | null
}

/** What is said about the keys, and what of it counts. */
export interface SettingsFacts {
  readonly registry: SettingsRegistry
  readonly reading: SettingsReading
  readonly environment: Variables
}

/** Reads what a file and the environment say of the keys of a registry. */
export const settingsFacts = (
  registry: SettingsRegistry,
  text: string,
  environment: Variables
): SettingsFacts => ({
  registry,
  environment,
  reading: readSettings({ registry: registry.settings.map(({ entry }) => entry), text, environment })
})

/** Value of a variable; undefined when it is not set, "" when it is set to nothing. */
export const variableOf = (environment: Variables, key: string): string | undefined =>
  Object.hasOwn(environment, key) ? environment[key] : undefined

const linesOf = ({ reading }: SettingsFacts, key: string): ReadonlyArray<SettingLine> =>
  reading.parsed.filter((line) => line.key === key)

/** Why a written value does not fit. */
const misfit = ({ entry }: RegisteredSetting, value: string): string =>
  value === "" ? "it is empty" : `it takes ${allowedValues(entry)}`

const tellable = ({ entry, owner }: RegisteredSetting, variable: string): string | null =>
  owner.trust !== "third-party" || variable === "" || isSettingValue(entry, variable) ? variable : null

/** Every place that says something about a key, the strongest first, and why those that are not taken are not. */
export const placesOf = (facts: SettingsFacts, setting: RegisteredSetting): ReadonlyArray<SettingPlace> => {
  const { entry } = setting
  const variable = variableOf(facts.environment, entry.key)
  const hidden = variable !== undefined
  const fits = (value: string) => isSettingValue(entry, value)
  const why = (value: string): string | null => (fits(value) ? null : misfit(setting, value))
  const place = (at: Pick<SettingPlace, "from" | "line" | "value">, reason: string | null) => ({
    ...at,
    taken: reason === null,
    why: reason
  })
  const lines = linesOf(facts, entry.key)
  const inFile = lines.toReversed().map(({ line, value }, index) => {
    const later = `line ${lines.at(-1)?.line ?? 0} sets it again`
    const reason = hidden ? "the variable hides the file" : index > 0 ? later : why(value)
    return place({ from: "file", line, value }, reason)
  })
  const inEnvironment =
    variable === undefined
      ? []
      : [place({ from: "env", line: null, value: tellable(setting, variable) }, why(variable))]
  const written = [...inEnvironment, ...inFile]
  const counts = written.some(({ taken }) => taken)
  if (entry.default === null) return written
  const reason = counts ? "a stronger place says a value" : null
  return [
    ...written,
    { from: "default", line: null, value: entry.default, taken: reason === null, why: reason }
  ]
}

const noteOf = (key: string, { from, line, value, why }: SettingPlace): ReadonlyArray<string> => {
  if (why === null || from === "default") return []
  const told = value === null ? "" : `="${value}"`
  return from === "env"
    ? [`the variable ${key}${told} is not taken: ${why}`]
    : [`line ${line ?? 0}, "${value ?? ""}", is not taken: ${why}`]
}

const canonicalNote = (setting: RegisteredSetting, value: string | null): ReadonlyArray<string> => {
  if (value === null) return []
  const canonical = canonicalValue(setting.entry, value)
  return canonical === value ? [] : [`wrappers are given \`${canonical}\``]
}

/** One key as it stands. Source: family facts 6. */
export const rowOf = (facts: SettingsFacts, setting: RegisteredSetting): SettingRow => {
  const { entry, owner } = setting
  const effective = Object.hasOwn(facts.reading.effective, entry.key)
    ? facts.reading.effective[entry.key]
    : undefined
  const places = placesOf(facts, setting)
  const value = effective?.value ?? null
  const source = effective?.source ?? "default"
  const configuredIn = places.find(({ from }) => from !== "default")?.from
  const retired = entry.retired ?? null
  const differs = source !== "default" && value !== null && value !== entry.default
  return {
    key: entry.key,
    member: owner,
    kind: entry.kind,
    allowed: allowedValues(entry),
    appliesTo: entry.appliesTo,
    effect: entry.effect,
    default: entry.default,
    effective: value,
    source,
    configuredIn: configuredIn === "env" || configuredIn === "file" ? configuredIn : null,
    line: linesOf(facts, entry.key).at(-1)?.line ?? null,
    retired,
    active: retired === null ? differs : configuredIn === "env" || configuredIn === "file",
    notes: [...places.flatMap((place) => noteOf(entry.key, place)), ...canonicalNote(setting, value)]
  }
}

/** Every key as it stands, ascending. */
export const settingRows = (facts: SettingsFacts): ReadonlyArray<SettingRow> =>
  facts.registry.settings.map((setting) => rowOf(facts, setting))
