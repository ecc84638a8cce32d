import { newestOf, admitsHost } from "../version/pick.ts"
import { withinRange } from "../version/range.ts"
import { compareVersions, isPrerelease, isVersion } from "../version/version.ts"
import { limits } from "../limits.ts"
import { visible } from "../text/escape.ts"
import type { SourceRule } from "../source/errors.ts"
import { inVersionOrder, type CapabilityIndex, type IndexVersion } from "./capabilityIndex.ts"
import { millisOf } from "./moment.ts"

/** What is wanted of a capability, and where. */
export interface Wanted {
  /** Version or range; the newest when undefined. */
  readonly selector: string | undefined
  /** This version and no other, by an earlier choice. */
  readonly exactly: string | undefined
  /** Version that `engines` is judged against. */
  readonly host: string
  /** Shortest time since a version was published, in milliseconds. */
  readonly minAgeMillis: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Which version is taken, or why none is. */
export type Choice =
  | {
      readonly _tag: "Chosen"
      readonly version: string
      readonly entry: IndexVersion
      readonly notes: ReadonlyArray<string>
    }
  | { readonly _tag: "Missing"; readonly reason: string; readonly hint: string }
  | { readonly _tag: "Refused"; readonly rule: SourceRule; readonly reason: string; readonly hint: string }

type Against = Extract<SourceRule, "yanked" | "too-young" | "no-version">

/** What stands against a version, yanking first. */
const against = (entry: IndexVersion, wanted: Wanted): Against | undefined => {
  if (entry.yanked === true) return "yanked"
  if (!admitsHost(entry.engines?.gsd, wanted.host)) return "no-version"
  return isTooYoung(entry, wanted) ? "too-young" : undefined
}

const isTooYoung = ({ publishedAt }: IndexVersion, { minAgeMillis, now }: Wanted): boolean =>
  minAgeMillis > 0 && now - (millisOf(publishedAt) ?? now) < minAgeMillis

interface Listed {
  readonly version: string
  readonly entry: IndexVersion
}

/** A clause, to follow the version. */
const clause = (rule: Against, entry: IndexVersion, { host }: Wanted): string => {
  switch (rule) {
    case "yanked":
      return "was yanked by its publisher"
    case "too-young":
      return `was published at ${entry.publishedAt}, later than the policy \`minAge\` allows`
    case "no-version":
      return `needs gsd ${entry.engines?.gsd ?? "*"}, and this one has ${host}`
  }
}

const hints: Readonly<Record<Against, string>> = {
  yanked: "`gsd registry info ID@REGISTRY` shows the versions that are not",
  "too-young": "Wait, or change `minAge` in `policy.json`",
  "no-version": "`gsd registry info ID@REGISTRY` shows what each version needs"
}

const refused = (rule: Against, { entry, version }: Listed, wanted: Wanted): Choice => ({
  _tag: "Refused",
  rule,
  reason: `cannot be had: ${version} ${clause(rule, entry, wanted)}`,
  hint: hints[rule]
})

const shownVersions = 5

const missing = ({ versions }: CapabilityIndex, what: string | undefined): Choice => {
  const newest = inVersionOrder(versions)
    .toReversed()
    .slice(0, shownVersions)
    .map(([version]) => version)
  // A lockfile may hold anything there.
  const shown = what === undefined ? "" : ` ${visible(what, limits.shownCharacters)}`
  const hint = newest.length === 0 ? "It has no version at all" : `The newest it has: ${newest.join(", ")}`
  return { _tag: "Missing", reason: `has no version${shown}`, hint }
}

/** One version by name. Who pinned it gets it though it was yanked meanwhile; what it needs is told when it is judged. */
const one = (index: CapabilityIndex, version: string, wanted: Wanted): Choice => {
  const entry = index.versions.get(version)
  if (entry === undefined) return missing(index, version)
  const isPinned = wanted.exactly !== undefined
  if (entry.yanked === true && !isPinned) return refused("yanked", { version, entry }, wanted)
  if (isTooYoung(entry, wanted)) return refused("too-young", { version, entry }, wanted)
  const notes = entry.yanked === true ? [`${version} ${clause("yanked", entry, wanted)}`] : []
  return { _tag: "Chosen", version, entry, notes }
}

/** Versions that a range names; without one all, or the stable ones as soon as there is any. */
const candidates = ({ versions }: CapabilityIndex, range: string | undefined): ReadonlyArray<Listed> => {
  const all = inVersionOrder(versions).map(([version, entry]) => ({ version, entry }))
  if (range !== undefined) return all.filter(({ version }) => withinRange(version, range))
  const stable = all.filter(({ version }) => !isPrerelease(version))
  return stable.length > 0 ? stable : all
}

const newest = (index: CapabilityIndex, wanted: Wanted): Choice => {
  const { selector } = wanted
  const listed = candidates(index, selector)
  const judged = listed.map((one) => ({ ...one, rule: against(one.entry, wanted) }))
  const left = judged.filter(({ rule }) => rule === undefined).map(({ version }) => version)
  const version = newestOf(left, selector)
  const entry = version === undefined ? undefined : index.versions.get(version)
  if (version !== undefined && entry !== undefined) {
    const passed = judged.filter((one) => compareVersions(one.version, version) > 0)
    const notes = passed.flatMap((one) =>
      one.rule === undefined
        ? []
        : [`${one.version} was passed over: it ${clause(one.rule, one.entry, wanted)}`]
    )
    return { _tag: "Chosen", version, entry, notes }
  }
  const last = judged.findLast(({ rule }) => rule !== undefined)
  if (last?.rule === undefined)
    return missing(index, selector === undefined ? undefined : `in \`${selector}\``)
  return refused(last.rule, last, wanted)
}

/**
 * Chooses a version: the one that is named, else the newest that is in the range, not yanked, fit for this host and old
 * enough for the policy. What was passed over for it is told in `notes`.
 */
export const choose = (index: CapabilityIndex, wanted: Wanted): Choice => {
  const named = wanted.exactly ?? wanted.selector
  return named !== undefined && (wanted.exactly !== undefined || isVersion(named))
    ? one(index, named, wanted)
    : newest(index, wanted)
}
