import * as Result from "effect/Result"
import type { JsonObject } from "../json/value.ts"
import { SourceNotFound, SourceRefused } from "../source/errors.ts"
import { visible } from "../text/escape.ts"
import { newestOf } from "../version/pick.ts"
import { isRange, withinRange } from "../version/range.ts"
import { compareVersions, isVersion } from "../version/version.ts"
import { ageText, isOldEnough, type AgeRule } from "./age.ts"
import { deprecation, type Packument } from "./packument.ts"

/** Which version of a package is wanted. */
export interface Wanted {
  /** Canonical text of the source, for messages. */
  readonly source: string
  /** Version, range or tag. */
  readonly selector?: string | undefined
  /** This version and no other, whatever the selector says. */
  readonly exactly?: string | undefined
}

/** The version that is taken. */
export interface Chosen {
  readonly version: string
  readonly published: JsonObject
  /** What was passed over for it, and why. */
  readonly notes: ReadonlyArray<string>
}

type Choice = Result.Result<Chosen, SourceNotFound | SourceRefused>

const quoted = (text: string): string => `\`${visible(text, 100)}\``

const shownVersions = (versions: ReadonlyArray<string>): string => {
  const newest = versions.toSorted(compareVersions).toReversed()
  const more = newest.length > 5 ? [`${newest.length - 5} older`] : []
  return [...newest.slice(0, 5).map(quoted), ...more].join(", ")
}

const offers = ({ tags, versions }: Packument): string => {
  const tagged =
    tags.size === 0 ? "no tags" : `the tags ${[...tags.keys()].slice(0, 10).map(quoted).join(", ")}`
  return `It has ${versions.size === 0 ? "no versions" : shownVersions([...versions.keys()])}, and ${tagged}`
}

const notFound = (packument: Packument, { source }: Wanted, reason: string): Choice =>
  Result.fail(new SourceNotFound({ source, reason, hint: offers(packument) }))

const tooYoung = ({ source }: Wanted, versions: ReadonlyArray<string>, { minAgeMillis }: AgeRule): Choice =>
  Result.fail(
    new SourceRefused({
      source,
      rule: "too-young",
      reason: `offers ${shownVersions(versions)}, which is not known to be out for ${ageText(minAgeMillis)}, as the policy \`minAge\` asks`,
      hint: "Wait, name an older version, or change `minAge` in `policy.json`"
    })
  )

const take = (packument: Packument, version: string, notes: ReadonlyArray<string>): Choice => {
  const published = packument.versions.get(version) ?? {}
  const said = deprecation(published)
  const warning = said === undefined ? [] : [`\`${version}\` is deprecated: ${visible(said, 200)}`]
  return Result.succeed({ version, published, notes: [...notes, ...warning] })
}

const takeExact = (
  packument: Packument,
  wanted: Wanted & { readonly version: string },
  age: AgeRule
): Choice => {
  const { version } = wanted
  if (!packument.versions.has(version)) {
    const fate = packument.times.has(version) ? "no longer has" : "has no"
    return notFound(packument, wanted, `${fate} version ${quoted(version)}`)
  }
  return isOldEnough(age, packument.times.get(version))
    ? take(packument, version, [])
    : tooYoung(wanted, [version], age)
}

/** Newest of some versions; a deprecated one only when there is no other. */
const newestUsable = (
  packument: Packument,
  versions: ReadonlyArray<string>,
  range?: string
): string | undefined =>
  newestOf(
    versions.filter((version) => deprecation(packument.versions.get(version)) === undefined),
    range
  ) ?? newestOf(versions, range)

/** What npm takes of some versions for a range: the one tagged `latest` when it may be taken, else the newest. */
const bestOf = (
  packument: Packument,
  versions: ReadonlyArray<string>,
  range?: string
): string | undefined => {
  const latest = packument.tags.get("latest") ?? ""
  const isUsable = versions.includes(latest) && deprecation(packument.versions.get(latest)) === undefined
  const isAdmitted = range !== undefined && (range.trim() === "*" || withinRange(latest, range))
  return isUsable && isAdmitted ? latest : newestUsable(packument, versions, range)
}

type Pick = (versions: ReadonlyArray<string>) => string | undefined

/** Takes what `pick` takes of the versions that are old enough, and says what it would have taken of all. */
const takeAged = (packument: Packument, wanted: Wanted & { readonly pick: Pick }, age: AgeRule): Choice => {
  const all = [...packument.versions.keys()]
  const best = wanted.pick(all)
  const old = all.filter((version) => isOldEnough(age, packument.times.get(version)))
  const version = old.length === all.length ? best : wanted.pick(old)
  if (best === undefined)
    return notFound(packument, wanted, `has no version in ${quoted(wanted.selector ?? "*")}`)
  if (version === undefined) return tooYoung(wanted, [best], age)
  const young = `\`${best}\` was passed over: it is not known to be out for ${ageText(age.minAgeMillis)}`
  return take(packument, version, best === version ? [] : [young])
}

const takeTagged = (packument: Packument, wanted: Wanted, age: AgeRule): Choice => {
  const tag = wanted.selector ?? "latest"
  const version = packument.tags.get(tag)
  if (version === undefined)
    return wanted.selector === undefined
      ? takeAged(packument, { ...wanted, pick: (versions) => newestUsable(packument, versions) }, age)
      : notFound(packument, wanted, `has no tag ${quoted(tag)}`)
  if (!packument.versions.has(version))
    return notFound(
      packument,
      wanted,
      `has no version ${quoted(version)}, which its tag ${quoted(tag)} names`
    )
  // A tag that moved a moment ago stands for the newest version up to there, as with `npm install --before`.
  const pick: Pick = (versions) =>
    versions.includes(version) ? version : newestUsable(packument, versions, `<=${version}`)
  return takeAged(packument, { ...wanted, pick }, age)
}

/**
 * Chooses among the versions of a package by npm's rules: an exact one as it is, what a tag names, of a range the one
 * tagged `latest` or else the newest; deprecated ones last. Of the policy's age an exact version is refused, anything
 * else gives way to one that is old enough.
 */
export const choose = (packument: Packument, wanted: Wanted, age: AgeRule): Choice => {
  const { exactly, selector } = wanted
  if (packument.versions.size === 0)
    return notFound(
      packument,
      wanted,
      packument.times.size > 0 ? "has no version any more; it was unpublished" : "has no version"
    )
  const version = exactly ?? (selector !== undefined && isVersion(selector) ? selector : undefined)
  if (version !== undefined) return takeExact(packument, { ...wanted, version }, age)
  if (selector === undefined || !isRange(selector)) return takeTagged(packument, wanted, age)
  return takeAged(packument, { ...wanted, pick: (versions) => bestOf(packument, versions, selector) }, age)
}
