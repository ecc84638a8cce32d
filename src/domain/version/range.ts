import satisfiesRange from "semver/functions/satisfies.js"
import validRange from "semver/ranges/valid.js"
import { isVersion } from "./version.ts"

/** Longest range that is read, in UTF-16 units; real ones stay below 60. Keeps one hostile field from costing much. */
export const longestRange = 512

/** Only what an npm range can hold: no control characters, no line ends, no other blanks. */
export const rangeAlphabet = /^[A-Za-z0-9.+\-|<>=~^* ]+$/u

/**
 * Is an npm semver range. Hyphen, spaced and `||` forms count; the empty and the blank range do not (write `*`).
 * Source: decisions 1.
 */
export const isRange = (text: string): boolean =>
  text.length <= longestRange && text.trim() !== "" && rangeAlphabet.test(text) && validRange(text) !== null

/**
 * Does the strict `version` lie in `range`? Pre-releases are compared like any version, so host `1.15.0-rc.2`
 * satisfies `^1` and `>=1.6.0 <3.0.0`, not `>=1.15.0`. False for a malformed range or version, and for versions
 * with a number above 2^53 - 1. The one answer for install and load. Source: decisions 1, cases U38.
 */
export const satisfies = (version: string, range: string): boolean =>
  isVersion(version) && isRange(range) && satisfiesRange(version, range, { includePrerelease: true })

/** Does the strict `version` lie in `range` by npm's own rules, in which a range takes a pre-release only when it names one of the same numbers? For choosing among published versions. */
export const withinRange = (version: string, range: string): boolean =>
  isVersion(version) && isRange(range) && satisfiesRange(version, range)

/** Does `host` satisfy a value of compatVersions? A bare version is a minimum, anything else a range. Source: decisions 10. */
export const satisfiesMinimum = (host: string, minimumOrRange: string): boolean =>
  satisfies(host, isVersion(minimumOrRange) ? `>=${minimumOrRange}` : minimumOrRange)
