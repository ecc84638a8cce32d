import * as Schema from "effect/Schema"

/** How one file of a bundle differs from the record. */
export const FileFinding = Schema.Struct({
  path: Schema.String,
  state: Schema.Literals(["modified", "missing", "extra", "unreadable"])
})
export type FileFinding = typeof FileFinding.Type

/** How a bundle stands to its record; unverified when it could not be looked at. */
export const Verdict = Schema.Literals(["ok", "modified", "missing", "unverified"])
export type Verdict = typeof Verdict.Type

/** What looking at a stored bundle found. Source: decisions "JSON shapes". */
export interface BundleVerdict {
  readonly verdict: Verdict
  /** Files that differ, ascending; empty when ok. */
  readonly files: ReadonlyArray<FileFinding>
  /** Milliseconds since 1970 of the last whole verification that found it unchanged, when known. */
  readonly verifiedAt?: number
  /** Whether a seal covers that verification, so that unchanged identities are enough to believe it still holds. */
  readonly sealed?: boolean
}

/** Of a bundle that could not be looked at. */
export const unverified: BundleVerdict = { verdict: "unverified", files: [] }

/** One capability in a verification. */
export const VerifyMember = Schema.Struct({
  id: Schema.String,
  scope: Schema.Literals(["global", "project"]),
  verdict: Verdict,
  files: Schema.Array(FileFinding)
})
export type VerifyMember = typeof VerifyMember.Type

/** JSON of `verify`: ok when every member is. */
export const Verification = Schema.Struct({
  verdict: Verdict,
  members: Schema.Array(VerifyMember)
})
export type Verification = typeof Verification.Type

const severity = ["ok", "unverified", "modified", "missing"] as const

/** The worst verdict of the members; ok of none. */
export const verificationOf = (members: ReadonlyArray<VerifyMember>): Verification => ({
  verdict: severity[Math.max(0, ...members.map((one) => severity.indexOf(one.verdict)))] ?? "ok",
  members
})
