import type { Finding } from "./Candidate.ts"
import { pointerOf, quote } from "./raw.ts"
import { nearest } from "./suggest.ts"
import { counted } from "../text/counted.ts"

/** Most unknown members of one object that are named; the rest are counted. Source: data/enums.json, warningCaps. */
export const mostNamedMembers = 10

/** Warnings about unknown members of the object at `path`: the first 10 by name, then one with the count of the others. */
export const unknownMembers = (
  path: ReadonlyArray<string | number>,
  unknown: ReadonlyArray<string>,
  known: ReadonlyArray<string>
): ReadonlyArray<Finding> => {
  const named = unknown.slice(0, mostNamedMembers).map((key) => {
    const near = nearest(key, known)
    return {
      pointer: pointerOf(...path, key),
      message: `The member ${quote(key)} is unknown and ignored`,
      hint:
        near === undefined
          ? "Remove it, or check the version this manifest is written for"
          : `Did you mean ${quote(near)}?`
    }
  })
  const others = unknown.length - named.length
  if (others === 0) return named
  const message = `${counted(others, "more member")} of ${quote(String(path.at(-1)))} ${others === 1 ? "is" : "are"} unknown and ignored`
  return [...named, { pointer: pointerOf(...path), message, hint: "Remove them" }]
}
