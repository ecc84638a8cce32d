import type { Reviewer } from "../capability/schema/reviewer.ts"
import { shown, type Visible } from "../text/escape.ts"

/** A place of the repository that a text names. */
export interface Citation {
  /** As it is written; untrusted. */
  readonly path: string
  readonly line: number
}

/** What of the citations was looked up. */
export interface Resolution {
  readonly cited: number
  /** Those that are a line of a file of the repository. */
  readonly resolved: number
}

/** Why a text has too little to rest on; closed. */
export const suspicions = ["no-repository-access", "no-citations", "no-citation-resolves"] as const
export type Suspicion = (typeof suspicions)[number]

/** What a text lacks. */
export interface LackOfEvidence {
  readonly reason: Suspicion
  readonly detail: Visible
}

/** Longest path of a citation; more is no path that a person would write. */
const mostPathCharacters = 512

/** A line behind a path: `:12`, `#L12`. What a slash follows is the port of an address. */
const lineMark = /(?::|#L)([1-9]\d{0,6})(?![\d/])/gu

const pathCharacter = /[\p{L}\p{N}_.@+()[\]/\\-]/u

/** Where the path starts that ends before `end`. */
const startOf = (text: string, end: number): number => {
  let start = end
  const least = Math.max(0, end - mostPathCharacters)
  while (start > least && pathCharacter.test(text[start - 1] ?? "")) start -= 1
  return start
}

/** Without brackets of the sentence around it: `(src/a.ts`, and the text of a Markdown link. */
const withoutBrackets = (path: string): string => {
  const link = path.lastIndexOf("](")
  const target = link === -1 ? path : path.slice(link + 2)
  return target.replace(/^(?:\((?![^)]*\))|\[(?![^\]]*\])|[\])])+/u, "")
}

/** It has a slash or an ending with a letter in it, so that `10.0.0.1:80` is none. */
const isPath = (path: string): boolean =>
  !path.startsWith("//") &&
  /[\p{L}\p{N}]/u.test(path) &&
  (/[/\\]/u.test(path) || /\.[A-Za-z][A-Za-z0-9]{0,15}$/u.test(path))

/** A drive stands before the colon that stopped the search: `C:\\a.ts:12`. */
const driveBefore = (text: string, start: number): string =>
  /^[\\/]/u.test(text.slice(start, start + 1)) &&
  /(?<![\p{L}\p{N}])[A-Za-z]:$/u.test(text.slice(Math.max(0, start - 3), start))
    ? text.slice(start - 2, start)
    : ""

/**
 * The places that a text names, in its order, each once: `src/a.ts:12`, `a.ts:12-20`, `a.ts:12:3`, `a.ts#L12`. Addresses
 * are none. Linear in the text.
 */
export const citationsIn = (text: string): ReadonlyArray<Citation> => {
  const found = new Map<string, Citation>()
  for (const match of text.matchAll(lineMark)) {
    const start = startOf(text, match.index)
    const path = withoutBrackets(text.slice(start, match.index))
    if (!isPath(path)) continue
    const whole = driveBefore(text, start) + path
    const line = Number(match[1])
    found.set(`${whole}:${line}`, { path: whole, line })
  }
  return [...found.values()]
}

/** What a lane writes that could not read the repository. */
export const noAccessMark = "REVIEWED-WITHOUT-REPO-ACCESS"

/** Lines at the beginning in which the mark counts; further down it may be quoted. */
const markLines = 5

/** Tells whether a text says of itself that it was written without the repository. */
export const saysNoAccess = (text: string): boolean =>
  text.trimStart().split("\n").slice(0, markLines).join("\n").includes(noAccessMark)

/**
 * Judges what a text rests on, undefined when it is enough: it must not say that the repository was out of reach, and
 * unless the lane sees a diff only, it must name a place, one of which exists where they were looked up.
 * Source: lanes.md 1.9, issue 6 item 6.
 */
export const judgeEvidence = (
  text: string,
  evidenceClass: Reviewer["evidenceClass"],
  resolution?: Resolution
): LackOfEvidence | undefined => {
  if (saysNoAccess(text))
    return {
      reason: "no-repository-access",
      detail: shown`The review says that it could not read the repository`
    }
  if (evidenceClass === "diff-only") return undefined
  const cited = resolution?.cited ?? citationsIn(text).length
  if (cited === 0)
    return {
      reason: "no-citations",
      detail: shown`The review names no line of any file, such as \`src/a.ts:12\``
    }
  return resolution !== undefined && resolution.resolved === 0
    ? {
        reason: "no-citation-resolves",
        detail: shown`None of the ${resolution.cited} lines that the review names exists in the repository`
      }
    : undefined
}
