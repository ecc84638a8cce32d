import type { ConfigEntry } from "../capability/schema/config.ts"
import type { ConfigOrigin, ResolvedValue } from "../config/resolve.ts"
import type { JsonValue } from "../json/value.ts"
import type { LoopManifest } from "./view.ts"

/** Whose keys switch. */
type Switching = Pick<LoopManifest, "id" | "config">

/** Looks a configuration key up: the value in force, and every place that sets it. */
export type ValueOf = (key: string) => ResolvedValue

/** The values that would be in force if neither a project nor the call set anything. */
export const usersOwn =
  (valueOf: ValueOf): ValueOf =>
  (key) => {
    const resolved = valueOf(key)
    const settings = resolved.settings.filter(({ origin }) => origin === "user" || origin === "default")
    const inForce = settings.find(({ problem }) => problem === undefined)
    return { key, value: inForce?.value, origin: inForce?.origin ?? "default", settings }
  }

/** Names that every object has; no key is looked up by them. Source: decisions 3. */
const inherited = new Set(["__proto__", "constructor", "prototype"])

/** Words by which a text says no, in lower case. */
const noes = new Set(["", "0", "disabled", "false", "never", "no", "none", "off"])

/**
 * Whether a value switches on: `true` of a boolean, a number other than 0, a text that says neither nothing nor no.
 * Anything else, and a value whose type is not the key's, does not. Source: seed 000, `when`; docs/adr/0022.
 */
export const isOn = (type: ConfigEntry["type"], value: JsonValue | undefined): boolean => {
  switch (type) {
    case "boolean":
      return value === true
    case "number":
      return typeof value === "number" && Number.isFinite(value) && value !== 0
    case "string":
    case "enum":
      return typeof value === "string" && !noes.has(value.trim().toLowerCase())
  }
}

const places: Readonly<Record<ConfigOrigin, string>> = {
  default: "by default",
  user: "in the user's configuration",
  project: "in the project's configuration",
  workstream: "in the workstream's configuration",
  flag: "on the command line"
}

/** What is set for a key and not taken, one sentence each without a period, the strongest first. */
export const misfitsOf = ({ key, settings }: ResolvedValue): ReadonlyArray<string> =>
  settings.flatMap(({ origin, problem }) =>
    problem === undefined ? [] : [`\`${key}\` ${places[origin]} is not taken: ${problem}`]
  )

/** A value in force as a sentence, with what was not taken in its place. */
const told = (resolved: ResolvedValue): string => {
  const { key, origin, value } = resolved
  const is =
    value === undefined
      ? `\`${key}\` is not set`
      : `\`${key}\` is \`${JSON.stringify(value)}\` ${places[origin]}`
  return [is, ...misfitsOf(resolved)].join("; ")
}

const entryOf = ({ config }: Switching, key: string): ConfigEntry | undefined =>
  config !== undefined && Object.hasOwn(config, key) && !key.split(".").some((part) => inherited.has(part))
    ? config[key]
    : undefined

/** Keys of these that a manifest does not declare itself. */
export const foreignKeys = (
  manifest: Switching | undefined,
  keys: ReadonlyArray<string>
): ReadonlyArray<string> =>
  keys.filter((key) => manifest === undefined || entryOf(manifest, key) === undefined)

/**
 * The values of keys that a manifest declares itself. Any other counts as one that nothing sets: a configuration file
 * also holds what is another's, and what a person keeps there for programs that nobody knows.
 */
export const ownValues =
  (manifest: Switching | undefined, valueOf: ValueOf): ValueOf =>
  (key) =>
    foreignKeys(manifest, [key]).length > 0
      ? { key, value: undefined, origin: "default", settings: [] }
      : valueOf(key)

const undeclared = (manifest: Switching, key: string): string =>
  `\`${key}\` is no configuration key of \`${manifest.id}\``

/** Why a key of a manifest does not switch on, as a sentence without a period; undefined when it does. */
export const whyOff = (manifest: Switching, key: string, valueOf: ValueOf): string | undefined => {
  const entry = entryOf(manifest, key)
  if (entry === undefined) return undeclared(manifest, key)
  const resolved = valueOf(key)
  return isOn(entry.type, resolved.value) ? undefined : told(resolved)
}

/** The same for a key that must be a boolean and literally true. */
export const whyNotTrue = (manifest: Switching, key: string, valueOf: ValueOf): string | undefined => {
  const entry = entryOf(manifest, key)
  if (entry === undefined) return undeclared(manifest, key)
  if (entry.type !== "boolean") return `\`${key}\` is no boolean, which switches \`${manifest.id}\` on`
  return whyOff(manifest, key, valueOf)
}

/** Why a key of a manifest does not have a value, likewise. */
export const whyOther = (
  manifest: Switching,
  { key, wanted }: { readonly key: string; readonly wanted: string },
  valueOf: ValueOf
): string | undefined => {
  if (entryOf(manifest, key) === undefined) return undeclared(manifest, key)
  const resolved = valueOf(key)
  return resolved.value === wanted ? undefined : told(resolved)
}
