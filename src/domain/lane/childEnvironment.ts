import { deniedReason } from "../disclosure/environmentNames.ts"
import type { Environment } from "../process/environment.ts"
import { shown } from "../text/escape.ts"
import type { Effort } from "./effort.ts"
import type { Lane } from "./lane.ts"
import { allowedNames } from "./parentVariables.ts"
import { guarded, isWithheld } from "./scrubbed.ts"
import { settingAt, type Settings } from "./settings.ts"
import { warn, warnOf, type LaneWarning } from "./warning.ts"

/** Everything that the environment of a lane's program is made of. */
export interface ChildEnvironmentFacts {
  readonly lane: Lane
  /** Ours, as it is; never changed. */
  readonly parent: Readonly<Record<string, string | undefined>>
  readonly settings: Settings
  readonly effort: Effort | undefined
  readonly isWindows: boolean
}

/** The whole environment of a lane's program. */
export interface ChildEnvironment {
  readonly env: Environment
  /** Names of ours that it is not given, ascending. */
  readonly withheld: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<LaneWarning>
}

const modeKey = "review.env"

/** Key of the names that a lane is given besides, where the environment is an allowlist. */
export const allowKeyOf = (slug: string): string => `review.env_allow.${slug}`

interface Filter {
  readonly passes: (name: string) => boolean
  readonly warnings: ReadonlyArray<LaneWarning>
}

const listedFor = ({ lane, settings }: ChildEnvironmentFacts) => {
  const key = allowKeyOf(lane.slug)
  const setting = settingAt(settings, key)
  if (setting === undefined) return { names: [], warnings: [] }
  const { value } = setting
  if (Array.isArray(value) && value.every((name) => typeof name === "string"))
    return { names: value, warnings: [] }
  const clause = shown`which is no list of names; none is added`
  return { names: [], warnings: [warnOf("environment", lane.slug)({ key, setting }, clause)] }
}

const allowlist = (facts: ChildEnvironmentFacts): Filter => {
  const { names, warnings } = listedFor(facts)
  const allowed = allowedNames(facts.lane.slug, facts.lane.origin === "first-party", names)
  const passes = (name: string): boolean => {
    const upper = name.toUpperCase()
    return !isWithheld(name) && (allowed.has(upper) || upper.startsWith("LC_"))
  }
  return { passes, warnings }
}

/** Anything but `inherit` and `allowlist` is the narrower one: whoever sets the key wants less to arrive. */
const filterOf = (facts: ChildEnvironmentFacts): Filter => {
  const setting = settingAt(facts.settings, modeKey)
  if (setting === undefined || setting.value === "inherit")
    return { passes: (name) => !isWithheld(name), warnings: [] }
  const narrow = allowlist(facts)
  if (setting.value === "allowlist") return narrow
  const clause = shown`which is neither \`inherit\` nor \`allowlist\`; \`allowlist\` it is`
  const warning = warnOf("environment", facts.lane.slug)({ key: modeKey, setting }, clause)
  return { ...narrow, warnings: [warning, ...narrow.warnings] }
}

const isPortable = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/u.test(name) && name !== "__proto__"

/** What the lane declares, and its effort; names that change what is run are left out, should one have come this far. */
const declaredFor = ({ lane, effort }: ChildEnvironmentFacts) => {
  const { reviewer } = lane
  const declared = Object.entries((reviewer.transport === "spawn" ? reviewer.invoke.env : undefined) ?? {})
  const isFine = (name: string): boolean => isPortable(name) && deniedReason(name) === undefined
  return {
    pairs: [...Object.entries(effort?.env ?? {}), ...declared.filter(([name]) => isFine(name))],
    warnings: declared
      .filter(([name]) => !isFine(name))
      .map(([name]) =>
        warn("environment", lane.slug, shown`The lane may not set \`${name}\`, so it is not set`)
      )
  }
}

/**
 * Makes the environment of one lane's program: ours less `withheldVariables`, then the lane's own last. With
 * `review.env: "allowlist"` only declared names arrive: common ones, those of the lane's service, and those that
 * `review.env_allow.<slug>` lists; keys of other services do not. Source: seeds 000 and 002, cases U55.
 */
export const childEnvironment = (facts: ChildEnvironmentFacts): ChildEnvironment => {
  const filter = filterOf(facts)
  const declared = declaredFor(facts)
  // On Windows `Foo` and `FOO` are one variable, of which the child would see either.
  const spelled = (name: string): string => (facts.isWindows ? name.toUpperCase() : name)
  const replaced = new Set(declared.pairs.map(([name]) => spelled(name)))
  const ours = Object.entries(facts.parent).flatMap(
    ([name, value]): ReadonlyArray<readonly [string, string]> => (value === undefined ? [] : [[name, value]])
  )
  const arriving = ours.filter(([name]) => filter.passes(name) && !replaced.has(spelled(name)))
  return {
    env: Object.fromEntries(
      [...arriving, ...declared.pairs].map(([name, value]) => [name, guarded(name, value)] as const)
    ),
    withheld: ours
      .map(([name]) => name)
      .filter((name) => !filter.passes(name))
      .toSorted(),
    warnings: [...filter.warnings, ...declared.warnings]
  }
}
