import type { Variables } from "./directories.ts"
import { isSettingValue, type ValueGrammar } from "./settingValue.ts"

/** A key of the registry, as far as reading needs it. */
export type RegistryKey = ValueGrammar & {
  readonly key: string
  /** Value without any; null or absent: the wrapper's own applies. */
  readonly default?: string | null
}

/** One line that sets a key. */
export interface SettingLine {
  readonly key: string
  /** Everything after the first `=`, verbatim. */
  readonly value: string
  /** From 1. */
  readonly line: number
}

/** The value in force of one key. */
export interface EffectiveSetting {
  readonly value: string
  readonly source: "env" | "file" | "default"
}

/** What a settings file and the environment say. */
export interface SettingsReading {
  readonly parsed: ReadonlyArray<SettingLine>
  /** Numbers of lines, from 1, that set nothing. */
  readonly malformedLines: ReadonlyArray<number>
  /** Keys that no bridge declares, each once. */
  readonly unknownKeys: ReadonlyArray<string>
  /** Keys set more than once, each once; the last line counts. */
  readonly duplicateKeys: ReadonlyArray<string>
  /** Known keys whose counting line does not fit; not those that a variable decides. */
  readonly invalidKeys: ReadonlyArray<string>
  /** By key; none for a key whose wrapper decides. */
  readonly effective: Readonly<Record<string, EffectiveSetting>>
}

/** Path of the settings file. Source: seed 001, settings; family facts 6. */
export const settingsFile = ({ env, home }: { readonly env: Variables; readonly home: string }): string => {
  const base = env["XDG_CONFIG_HOME"]
  const config = base === undefined || base === "" ? `${home.replace(/\/+$/u, "")}/.config` : base
  return `${config.replace(/\/+$/u, "")}/agent-workflow/bridge-settings.conf`
}

/** A line without the carriage return of its end. */
export const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line)

const setting = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/su

/** What one line of the file is, without its `\n`. */
export type LineReading =
  | { readonly _tag: "Skipped" }
  | { readonly _tag: "Malformed" }
  | { readonly _tag: "Setting"; readonly key: string; readonly value: string }

/** Reads one line. A carriage return at its end belongs to the line's end, one inside a value makes the line malformed. */
export const readLine = (whole: string): LineReading => {
  const line = withoutReturn(whole)
  if (/^\s*(?:#|$)/u.test(line)) return { _tag: "Skipped" }
  const [, key, value] = setting.exec(line) ?? []
  return key === undefined || value === undefined || value.includes("\r")
    ? { _tag: "Malformed" }
    : { _tag: "Setting", key, value }
}

const readLines = (text: string) => {
  const parsed: Array<SettingLine> = []
  const malformedLines: Array<number> = []
  for (const [index, whole] of text.split("\n").entries()) {
    const line = readLine(whole)
    if (line._tag === "Malformed") malformedLines.push(index + 1)
    if (line._tag === "Setting") parsed.push({ key: line.key, value: line.value, line: index + 1 })
  }
  return { parsed, malformedLines }
}

/** The value in force: a variable that is set, even to nothing, hides the file; what does not fit gives way to the default. */
const effectiveOf = (
  entry: RegistryKey,
  line: SettingLine | undefined,
  variables: Variables
): EffectiveSetting | undefined => {
  const variable = Object.hasOwn(variables, entry.key) ? variables[entry.key] : undefined
  const written = variable ?? line?.value
  if (written !== undefined && isSettingValue(entry, written))
    return { value: written, source: variable === undefined ? "file" : "env" }
  const fallback = entry.default ?? undefined
  return fallback === undefined ? undefined : { value: fallback, source: "default" }
}

/** What to read. */
export interface SettingsRequest {
  readonly registry: ReadonlyArray<RegistryKey>
  /** Content of the file; empty when there is none. */
  readonly text: string
  readonly environment: Variables
}

/**
 * Reads a settings file: plain `KEY=value` lines that no shell ever sees, comments and blank lines. Total: a line that is
 * neither is reported by its number. Source: family facts 6.
 */
export const readSettings = ({ environment, registry, text }: SettingsRequest): SettingsReading => {
  const { malformedLines, parsed } = readLines(text)
  const known = new Map(registry.map((entry) => [entry.key, entry]))
  const last = new Map(parsed.map((line) => [line.key, line]))
  const counts = new Map<string, number>()
  for (const { key } of parsed) counts.set(key, (counts.get(key) ?? 0) + 1)
  const keys = [...last.keys()]
  const invalid = (key: string): boolean => {
    const entry = known.get(key)
    const decides = Object.hasOwn(environment, key) && environment[key] !== undefined
    return entry !== undefined && !decides && !isSettingValue(entry, last.get(key)?.value ?? "")
  }
  const effective = registry.flatMap((entry) => {
    const found = effectiveOf(entry, last.get(entry.key), environment)
    return found === undefined ? [] : [[entry.key, found] as const]
  })
  return {
    parsed,
    malformedLines,
    unknownKeys: keys.filter((key) => !known.has(key)),
    duplicateKeys: keys.filter((key) => (counts.get(key) ?? 0) > 1),
    invalidKeys: keys.filter(invalid),
    effective: Object.fromEntries(effective)
  }
}
