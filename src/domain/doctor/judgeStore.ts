import { limits } from "../limits.ts"
import { shown } from "../text/escape.ts"
import type { BundleVerdict } from "../verify/verdict.ts"
import { subjectOf, type Finding } from "./finding.ts"

/** Something in `H/store` that no ledger names. */
export interface Unnamed {
  readonly path: string
  /** Content hash that its list of files says, when it has one that fits its name. */
  readonly contentHash?: string
  /** Milliseconds since 1970 of its last change. */
  readonly changedAt: number
}

/** A generation that a ledger names, and what its bundle is like. */
export interface NamedBundle {
  readonly id: string
  readonly generation: number
  readonly isActive: boolean
  /** `unverified` when it could not be looked at. */
  readonly verdict: BundleVerdict
}

/** What stands in the store. */
export interface StoreFacts {
  readonly now: number
  /** Empty when some ledger cannot be read: that one may name anything. */
  readonly unnamed: ReadonlyArray<Unnamed>
  readonly named: ReadonlyArray<NamedBundle>
}

/** Tells whether a bundle that no ledger names may go: nobody can have put it there for a commit that is still to come. */
export const isRetirable = (one: Unnamed, now: number): one is Unnamed & { readonly contentHash: string } =>
  one.contentHash !== undefined && now - one.changedAt > limits.trashMillis

const ofUnnamed =
  (now: number) =>
  (one: Unnamed): Finding => {
    const { path } = one
    if (one.contentHash === undefined)
      return {
        kind: "bundle-stray",
        subject: subjectOf(path),
        message: shown`${path} is in the store and is no bundle`,
        hint: "Nothing of gsd's reads it; move it away",
        fix: "none"
      }
    const old = isRetirable(one, now)
    return {
      kind: "bundle-unnamed",
      subject: subjectOf(path),
      message: shown`No ledger names the bundle ${path}`,
      hint: old
        ? "`gsd doctor --fix` moves it to trash"
        : "It is younger than an hour and stays, for commands that began before",
      fix: old ? "automatic" : "none"
    }
  }

const kinds = {
  missing: "bundle-missing",
  modified: "bundle-modified",
  unverified: "bundle-unreadable"
} as const

const said = { missing: "are gone", modified: "are not as recorded", unverified: "cannot be read" } as const

const filesOf = ({ files }: BundleVerdict): string => {
  const named = files.slice(0, 3).map((file) => `${file.path} ${file.state}`)
  return named.length === 0 ? "" : `: ${[...named, ...(files.length > 3 ? ["…"] : [])].join(", ")}`
}

const ofNamed = ({ generation, id, isActive, verdict }: NamedBundle): ReadonlyArray<Finding> => {
  if (verdict.verdict === "ok") return []
  const subject = isActive ? id : `${id}, generation ${generation}`
  return [
    {
      kind: kinds[verdict.verdict],
      subject: subjectOf(subject),
      message: shown`Files of ${subject} ${said[verdict.verdict]}${filesOf(verdict)}`,
      hint: isActive
        ? shown`Fetch it again with \`gsd capability update ${id}\`, or go back with \`gsd capability rollback ${id}\``
        : "Nothing runs of it; it only cannot be gone back to",
      fix: "none"
    }
  ]
}

/** Judges the bundles: those that nobody names, and those that are not as named. */
export const judgeStore = (facts: StoreFacts): ReadonlyArray<Finding> => [
  ...facts.named.flatMap(ofNamed),
  ...facts.unnamed.map(ofUnnamed(facts.now))
]
