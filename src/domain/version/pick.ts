import { satisfies, satisfiesMinimum, withinRange } from "./range.ts"
import { compareVersions, isPrerelease, isVersion } from "./version.ts"

/**
 * The newest of `versions` that a range admits by npm's rules, so that a pre-release is only taken by a range that
 * names one of its numbers. Without a range the newest that is no pre-release, or of pre-releases alone the newest.
 * Entries that are no strict versions are passed over; undefined when none is left.
 */
export const newestOf = (versions: ReadonlyArray<string>, range?: string): string | undefined => {
  const strict = versions.filter(isVersion)
  const admitted = range === undefined ? strict : strict.filter((version) => withinRange(version, range))
  const stable = admitted.filter((version) => !isPrerelease(version))
  const among = range === undefined && stable.length > 0 ? stable : admitted
  return among.toSorted(compareVersions).at(-1)
}

/**
 * Of a table of capability versions and what they ask of the host (`compatVersions`), those that this host satisfies,
 * newest first. Source: seed 003 D6, decisions 10.
 */
export const compatibleVersions = (
  table: Readonly<Record<string, string>>,
  host: string
): ReadonlyArray<string> =>
  Object.entries(table)
    .filter(([version, needs]) => isVersion(version) && satisfiesMinimum(host, needs))
    .map(([version]) => version)
    .toSorted(compareVersions)
    .toReversed()

/** Whether a host of this version may run what `range` asks for; a missing range asks for nothing. */
export const admitsHost = (range: string | undefined, host: string): boolean =>
  range === undefined || satisfies(host, range)
