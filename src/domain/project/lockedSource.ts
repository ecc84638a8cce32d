import * as Result from "effect/Result"
import { parseSource } from "../source/grammar.ts"
import type { Source } from "../source/source.ts"
import { isVersion } from "../version/version.ts"

/** What an entry of a lockfile says of where its bytes come from. */
export interface Locked {
  readonly source: string
  readonly resolved: string
}

/** What an entry of a lockfile leads to. */
export type LockedSource =
  /** Somebody's folder or archive: only the vendored copy, or the store, can serve it. */
  | { readonly _tag: "Vendored" }
  | {
      readonly _tag: "Remote"
      readonly source: Exclude<Source, { readonly kind: "local" | "archive" }>
      /** Commit or version to ask for; none where a source has no such, and the lockfile names the manifest's version. */
      readonly exactly?: string
      /** Full name of the git ref, as far as the source tells. */
      readonly ref?: string
    }

const refOf = (source: Source): { readonly ref?: string } => {
  if (source.kind !== "git") return {}
  const { wanted } = source
  if (wanted._tag === "Tag") return { ref: `refs/tags/${wanted.name}` }
  return wanted._tag === "Branch" ? { ref: `refs/heads/${wanted.name}` } : {}
}

const commit = /^[0-9a-f]{40}$/u

/** Why what a source is said to have resolved to cannot be that; undefined when it can. An archive on a server has none of its own. */
const resolvedProblem = (kind: Source["kind"], resolved: string): string | undefined => {
  if (kind === "git") return commit.test(resolved) ? undefined : "/resolved: it is no commit of 40 hex digits"
  if (kind === "https" && resolved === "") return undefined
  return isVersion(resolved) ? undefined : "/resolved: it is no version"
}

/** Reads the source of an entry. A path of this machine is refused: it would be whatever stands there. The failure is a clause. */
export const lockedSource = (entry: Locked): Result.Result<LockedSource, string> => {
  if (entry.source === "local") return Result.succeed({ _tag: "Vendored" })
  const parsed = parseSource(entry.source)
  if (Result.isFailure(parsed)) return Result.fail("/source: it is no source that can be installed from")
  const source = parsed.success
  if (source.kind === "local" || source.kind === "archive")
    return Result.fail("/source: it is a path; those of somebody's machine are named by the word `local`")
  const problem = resolvedProblem(source.kind, entry.resolved)
  if (problem !== undefined) return Result.fail(problem)
  const exactly = source.kind === "https" ? {} : { exactly: entry.resolved }
  return Result.succeed({ _tag: "Remote", source, ...exactly, ...refOf(source) })
}
