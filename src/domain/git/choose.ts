import * as Result from "effect/Result"
import { nearest } from "../capability/suggest.ts"
import { limits } from "../limits.ts"
import { gitRefProblem } from "../source/gitRef.ts"
import type { GitWanted } from "../source/source.ts"
import { visible } from "../text/escape.ts"
import type { RemoteRefs } from "./refs.ts"

/** What a wish means in a repository now. */
export interface Chosen {
  /** 40 hex digits. */
  readonly commit: string
  /** Full name; undefined for a HEAD that names none. */
  readonly ref: string | undefined
  /** The wish without what was open in it: a bare ref is the tag or branch that it is. */
  readonly wanted: GitWanted
}

/** Why nothing was chosen, to be told with the source. */
export interface Objection {
  readonly kind: "missing" | "ambiguous"
  /** A clause, to follow the source. */
  readonly reason: string
  readonly hint: string
}

type Choice = Result.Result<Chosen, Objection>

const object = (reason: string, hint: string): Choice => Result.fail({ kind: "missing", reason, hint })

const tagRef = (name: string): string => `refs/tags/${name}`
const branchRef = (name: string): string => `refs/heads/${name}`

const asTag = (name: string, commit: string): Chosen => ({
  commit,
  ref: tagRef(name),
  wanted: { _tag: "Tag", name }
})

const asBranch = (name: string, commit: string): Chosen => ({
  commit,
  ref: branchRef(name),
  wanted: { _tag: "Branch", name }
})

/** How many names a hint lists. */
const mostNames = 3

/** Names like the wanted one that can be asked for: the nearest by spelling, then those that hold it, the last ones first. */
const near = (wanted: string, all: Iterable<string>): ReadonlyArray<string> => {
  const names = [...all].filter((name) => gitRefProblem(name) === undefined)
  const spelt = nearest(wanted, names)
  const holding = names.filter((name) => name.includes(wanted) || wanted.includes(name))
  return [...new Set([...(spelt === undefined ? [] : [spelt]), ...holding.toReversed()])].slice(0, mostNames)
}

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? `no ${many}` : `${count} ${count === 1 ? one : many}`

/** What there is in place of a name: the same name of the other kind, like names, or how many there are. */
const offer = (name: string, { branches, tags }: RemoteRefs): string => {
  const candidates = [
    ...(tags.has(name) ? [`#tag:${name}`] : near(name, tags.keys()).map((one) => `#tag:${one}`)),
    ...(branches.has(name) ? [`#branch:${name}`] : near(name, branches.keys()).map((one) => `#branch:${one}`))
  ]
  if (candidates.length > 0) return `There is ${candidates.map((one) => `\`${one}\``).join(", ")}`
  return `It has ${counted(tags.size, "tag", "tags")} and ${counted(branches.size, "branch", "branches")}`
}

const byName = (name: string, [kind, refs]: readonly ["tag" | "branch", RemoteRefs]): Choice => {
  const commit = (kind === "tag" ? refs.tags : refs.branches).get(name)
  if (commit === undefined) return object(`has no ${kind} \`${name}\``, offer(name, refs))
  return Result.succeed(kind === "tag" ? asTag(name, commit) : asBranch(name, commit))
}

const byBareName = (name: string, refs: RemoteRefs): Choice => {
  const [tag, branch] = [refs.tags.get(name), refs.branches.get(name)]
  if (tag !== undefined && branch !== undefined)
    return Result.fail({
      kind: "ambiguous",
      reason: `has a tag \`${name}\`, commit \`${tag}\`, and a branch \`${name}\`, commit \`${branch}\``,
      hint: `Write \`#tag:${name}\` or \`#branch:${name}\``
    })
  if (tag !== undefined) return Result.succeed(asTag(name, tag))
  if (branch !== undefined) return Result.succeed(asBranch(name, branch))
  const hex = /^[0-9a-f]{7,39}$/iu.test(name) ? "; for a commit give all of its 40 hex digits" : ""
  return object(`has no tag and no branch \`${name}\``, `${offer(name, refs)}${hex}`)
}

const byDefault = ({ branches, head, tags }: RemoteRefs): Choice => {
  if (head !== undefined)
    return Result.succeed({ commit: head.commit, ref: head.ref, wanted: { _tag: "Default" } })
  if (branches.size === 0 && tags.size === 0)
    return object("has no commits yet", "Push something to it first")
  return object("has no default branch", "Name a branch or tag: `#branch:main`")
}

/** Finds the commit that a wish means among what a repository offers. A commit means itself and is not looked for. */
export const chooseRef = (wanted: GitWanted, refs: RemoteRefs): Choice => {
  switch (wanted._tag) {
    case "Default":
      return byDefault(refs)
    case "Tag":
      return byName(wanted.name, ["tag", refs])
    case "Branch":
      return byName(wanted.name, ["branch", refs])
    case "Bare":
      return byBareName(wanted.name, refs)
    case "Commit":
      return Result.succeed({ commit: wanted.sha, ref: undefined, wanted })
  }
}

/** Finds the tag of a version, `v1.2.3` or `1.2.3`; both are refused unless they are one commit. */
export const chooseVersion = (version: string, refs: RemoteRefs): Choice => {
  const names = [`v${version}`, version]
  // A lockfile may hold anything there.
  const shown = visible(version, limits.shownCharacters)
  const found = names.flatMap((name) => {
    const commit = refs.tags.get(name)
    return commit === undefined ? [] : [asTag(name, commit)]
  })
  const [first, second] = found
  if (first === undefined)
    return object(`has no tag \`v${shown}\` and no tag \`${shown}\``, offer(version, refs))
  if (second !== undefined && second.commit !== first.commit)
    return Result.fail({
      kind: "ambiguous",
      reason: `has a tag \`v${version}\`, commit \`${first.commit}\`, and a tag \`${version}\`, commit \`${second.commit}\``,
      hint: "Name the tag itself"
    })
  return Result.succeed(first)
}
