import * as Result from "effect/Result"
import { parseSource } from "./grammar.ts"
import type { Source } from "./source.ts"

/** What stays the same whichever version, ref or range of a source is asked for. */
const originOf = (source: Source): string => {
  switch (source.kind) {
    case "local":
    case "archive":
      return `path ${source.path}`
    case "https":
      return `https ${source.url}`
    case "git":
      return `git ${source.url} ${source.path ?? ""}`
    case "npm":
      return `npm ${source.name}`
    case "registry":
      return `registry ${source.id}@${source.registry}`
  }
}

/**
 * Whether two recorded sources are the same package, repository or registry entry, whatever version, range or ref of it
 * they ask for. Texts that are no sources are only the same when they are equal.
 */
export const sameOrigin = (left: string, right: string): boolean => {
  if (left === right) return true
  const both = [parseSource(left), parseSource(right)].map((one) => Result.map(one, originOf))
  const [first, second] = both
  return (
    first !== undefined &&
    second !== undefined &&
    Result.isSuccess(first) &&
    Result.isSuccess(second) &&
    first.success === second.success
  )
}
