import * as Result from "effect/Result"
import { canonicalOf } from "../source/canonical.ts"
import type { SourceUnknown } from "../source/errors.ts"
import { parseSource } from "../source/grammar.ts"
import type { Source } from "../source/source.ts"
import { visible } from "../text/escape.ts"
import { isVersion } from "../version/version.ts"

/** Where a capability of the public system came from, as our ledger will name it. */
export interface RecordedSource {
  /** A spec that means the same from every folder. */
  readonly spec: string
  /** Commit or version, where the spec itself names exactly one. */
  readonly resolved?: string
  readonly notes: ReadonlyArray<string>
}

const isAbsolute = (path: string): boolean => /^(?:[/\\]|[A-Za-z]:[\\/])/u.test(path)

/** `below` and the path as one, `.` and `..` taken away. */
const under = (below: string, path: string): string => {
  const names: Array<string> = []
  for (const name of `${below}/${path}`.split(/[/\\]/u)) {
    if (name === "..") names.pop()
    else if (name !== "" && name !== ".") names.push(name)
  }
  return `/${names.join("/")}`
}

const resolvedOf = (source: Source): string | undefined => {
  if (source.kind === "git") return source.wanted._tag === "Commit" ? source.wanted.sha : undefined
  if (source.kind !== "npm" && source.kind !== "registry") return undefined
  return source.selector !== undefined && isVersion(source.selector) ? source.selector : undefined
}

/**
 * Reads a recorded source. The public system keeps a folder's path as it was typed and not where; a relative one is taken
 * from the scope's root and told. Source: lifecycle facts 4.
 */
export const recordedSource = (text: string, root: string): Result.Result<RecordedSource, SourceUnknown> =>
  Result.map(parseSource(text), (source): RecordedSource => {
    if (source.kind !== "local" && source.kind !== "archive") {
      const resolved = resolvedOf(source)
      return { spec: canonicalOf(source), ...(resolved === undefined ? {} : { resolved }), notes: [] }
    }
    if (isAbsolute(source.path)) return { spec: source.path, notes: [] }
    const spec = under(root, source.path)
    const note = `its source \`${visible(source.path)}\` was recorded without the folder it starts from: updates will look for \`${visible(spec)}\``
    return { spec, notes: [note] }
  })
