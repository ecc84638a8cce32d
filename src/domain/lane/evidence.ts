import type { Reviewer } from "../capability/schema/reviewer.ts"
import { citationsIn } from "../review/citation.ts"
import { shown, type Visible } from "../text/escape.ts"

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
        detail:
          resolution.cited === 1
            ? shown`The one line that the review names does not exist in the repository`
            : shown`None of the ${resolution.cited} lines that the review names exists in the repository`
      }
    : undefined
}
