import { powersOf, type Powers } from "../disclosure/powers.ts"
import { sha512Integrity } from "../hash.ts"
import { canonicalJson, sameJson, type Canonical } from "../json/canonical.ts"
import { isJsonObject, member, memberText, type JsonValue } from "../json/value.ts"
import type { Egress } from "./record.ts"

/** What a person says yes to; the digest is made of it alone. Source: consent.md "The digest". */
export type ConsentSubject = {
  readonly id: string
  readonly version: string
  readonly role: string
  readonly scopeKind: "global" | "project"
  /** Canonical and without credentials; the word `local` for a folder or archive on this machine. */
  readonly source: string
  /** The commit or version the source resolved to; absent for local ones. */
  readonly resolved?: string
  readonly contentHash: string
  readonly powers: Powers
  /** Lane slug, configuration key, host resolved now, loopback; sorted. */
  readonly egress: ReadonlyArray<readonly [string, string, string, boolean]>
  /** Sorted. */
  readonly requires: ReadonlyArray<JsonValue>
}

const inOrder = <A extends Canonical>(entries: ReadonlyArray<A>): ReadonlyArray<A> =>
  entries.toSorted((left, right) => (canonicalJson(left) < canonicalJson(right) ? -1 : 1))

/** The subject of consent for a raw manifest in the place and with the bytes given. Total over any JSON value. */
export const consentSubject = (
  raw: JsonValue,
  facts: Pick<ConsentSubject, "scopeKind" | "source" | "resolved" | "contentHash"> & {
    readonly egress: ReadonlyArray<Egress>
  }
): ConsentSubject => {
  const requires = member(raw, "requires")
  return {
    id: memberText(raw, "id"),
    version: memberText(raw, "version"),
    role: memberText(raw, "role"),
    scopeKind: facts.scopeKind,
    source: facts.source,
    ...(facts.resolved === undefined ? {} : { resolved: facts.resolved }),
    contentHash: facts.contentHash,
    powers: powersOf(raw),
    egress: inOrder(
      facts.egress.map(({ slug, key, host, loopback }) => [slug, key, host, loopback] as const)
    ),
    requires: inOrder(Array.isArray(requires) ? requires : requires === undefined ? [] : [requires])
  }
}

/**
 * Digest of a subject, `sha512-<base64>`: of the line `gsd-consent-1` and the canonical JSON. Two subjects have one
 * digest exactly when `differingMembers` is empty.
 */
export const consentDigest = (subject: ConsentSubject): string =>
  sha512Integrity(`gsd-consent-1\n${canonicalJson(subject)}`)

const differing = (path: string, before: Canonical, after: Canonical): ReadonlyArray<string> => {
  if (sameJson(before, after)) return []
  if (path !== "" && path !== "powers") return [path]
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted()
  return keys.flatMap((key) =>
    differing(path === "" ? key : `${path}.${key}`, at(before, key), at(after, key))
  )
}

const at = (value: Canonical, key: string): Canonical =>
  isJsonObject(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null

/**
 * Names of the members in which two subjects differ, sorted, one level down for powers: `contentHash`,
 * `powers.hooks`, `version`. Empty exactly when the digests are equal.
 */
export const differingMembers = (before: ConsentSubject, after: ConsentSubject): ReadonlyArray<string> =>
  differing("", before, after)
