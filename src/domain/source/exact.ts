import { isVersion } from "../version/version.ts"
import type { Source } from "./source.ts"

/** What a source names when it names one version and no other: a tag, a commit, a version. */
export type Exact =
  | { readonly _tag: "Tag"; readonly name: string }
  | { readonly _tag: "Commit"; readonly sha: string }
  | { readonly _tag: "Version"; readonly version: string }

/** Hex digits of a commit that people are shown. */
const shortHex = 12

/** A commit as people are shown it. */
export const shortCommit = (commit: string): string => commit.slice(0, shortHex)

/** What a source names, for a sentence. */
export const exactText = (exact: Exact): string => {
  switch (exact._tag) {
    case "Tag":
      return `the tag \`${exact.name}\``
    case "Commit":
      return `the commit ${shortCommit(exact.sha)}`
    case "Version":
      return `version ${exact.version}`
  }
}

const selected = (selector: string | undefined): Exact | undefined =>
  selector !== undefined && isVersion(selector) ? { _tag: "Version", version: selector } : undefined

/** Full name of a tag. */
const tagged = (name: string): string => `refs/tags/${name}`

/**
 * The one version that a source names by itself; undefined for what may mean another one tomorrow. `ref` is the full
 * name of the ref that a bare name turned out to be.
 */
export const exactOf = (source: Source, ref?: string): Exact | undefined => {
  switch (source.kind) {
    case "npm":
    case "registry":
      return selected(source.selector)
    case "git": {
      const { wanted } = source
      if (wanted._tag === "Tag") return { _tag: "Tag", name: wanted.name }
      if (wanted._tag === "Commit") return { _tag: "Commit", sha: wanted.sha }
      return wanted._tag === "Bare" && ref === tagged(wanted.name)
        ? { _tag: "Tag", name: wanted.name }
        : undefined
    }
    default:
      return undefined
  }
}
