import type { BundleFile } from "../content/BundleFile.ts"
import type { JsonValue } from "../json/value.ts"
import { diffPowers, type ChangeKind } from "./changes.ts"
import { powersOf, type Powers } from "./powers.ts"
import { reachedFiles } from "./reach.ts"

/** What an update compares: the consented generation against the new bytes. `consentFacts` makes it. */
export interface ConsentFacts {
  readonly powers: Powers
  readonly reachable: ReadonlyArray<BundleFile>
  readonly instructions: ReadonlyArray<BundleFile>
}

/** Why an update needs a new yes. */
export interface ConsentReason {
  readonly what: "power" | "reachable-file" | "instruction-file"
  readonly kind: ChangeKind
  /** A pointer into the powers, or a path in the bundle. */
  readonly path: string
}

/** One difference of two file lists. */
export interface FileChange {
  readonly kind: ChangeKind
  readonly path: string
}

/** What differs between two file lists by path and bytes, sorted by path. */
export const diffFiles = (
  before: ReadonlyArray<BundleFile>,
  after: ReadonlyArray<BundleFile>
): ReadonlyArray<FileChange> => {
  const old = new Map(before.map((file) => [file.path, file.sha512]))
  const now = new Map(after.map((file) => [file.path, file.sha512]))
  const kindOf = (path: string): ChangeKind =>
    !old.has(path) ? "added" : now.has(path) ? "changed" : "removed"
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .toSorted()
    .map((path) => ({ kind: kindOf(path), path }))
}

/** The facts of one generation, from its raw manifest and its files. */
export const consentFacts = (raw: JsonValue, files: ReadonlyArray<BundleFile>): ConsentFacts => ({
  powers: powersOf(raw),
  ...reachedFiles(raw, files)
})

/**
 * Every reason why the yes to `before` does not cover `after`; empty when it does and the record is carried.
 * Equal are: the powers model, the bytes of every file a power can reach, and of every instruction file. So a change
 * of documentation, of wording or of a cosmetic field asks nobody.
 * Source: consent.md "Update".
 */
export const reasonsToAsk = (before: ConsentFacts, after: ConsentFacts): ReadonlyArray<ConsentReason> => [
  ...diffPowers(before.powers, after.powers).map(({ kind, path }) => ({
    what: "power" as const,
    kind,
    path
  })),
  ...diffFiles(before.reachable, after.reachable).map((change) => ({
    what: "reachable-file" as const,
    ...change
  })),
  ...diffFiles(before.instructions, after.instructions).map((change) => ({
    what: "instruction-file" as const,
    ...change
  }))
]

/** Tells whether an update needs a new yes; see `reasonsToAsk`. */
export const needsConsent = (before: ConsentFacts, after: ConsentFacts): boolean =>
  reasonsToAsk(before, after).length > 0
