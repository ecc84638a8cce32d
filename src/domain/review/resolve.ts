import type { Citation } from "./citation.ts"

/** Whether a cited place exists. `no-such-line`: the file has fewer lines, or the line cited is 0. */
export type CitationState = "resolves" | "no-such-file" | "no-such-line"

/** A citation, compared with the repository. */
export interface ResolvedCitation extends Citation {
  readonly state: CitationState
  /** Path of the file in the repository; the cited one when there is no such file. */
  readonly file: string
}

/** Number of lines of each file of a repository, by its path from the root with `/` between folders. */
export type LineCounts = ReadonlyMap<string, number>

/** Paths of a repository by their last part, so that one look-up does not walk all of them. */
export type FileIndex = ReadonlyMap<string, ReadonlyArray<string>>

const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Index of all paths of a repository. */
export const fileIndex = (files: Iterable<string>): FileIndex => {
  const index = new Map<string, Array<string>>()
  for (const file of files) {
    const others = index.get(lastPart(file))
    if (others === undefined) index.set(lastPart(file), [file])
    else others.push(file)
  }
  return index
}

/**
 * Files that a cited path can mean: the one with exactly that path, else those that end with it, else the longest that
 * it ends with when it is absolute, since reviewers cite what they were shown.
 */
export const filesMeant = (path: string, index: FileIndex): ReadonlyArray<string> => {
  const named = index.get(lastPart(path)) ?? []
  if (named.includes(path)) return [path]
  const longer = named.filter((file) => file.endsWith(`/${path}`))
  if (longer.length > 0 || !/^(?:\/|[A-Za-z]:\/)/u.test(path)) return longer
  const inside = named.filter((file) => path.endsWith(`/${file}`))
  return inside.toSorted((a, b) => b.length - a.length).slice(0, 1)
}

/** A repository as citations are compared with it. */
export interface Repository {
  readonly lines: LineCounts
  readonly index: FileIndex
}

/** The repository of these files. */
export const repositoryOf = (lines: LineCounts): Repository => ({ lines, index: fileIndex(lines.keys()) })

/** Compares one citation with the repository. A path that several files end with names none of them. */
export const resolveCitation = (citation: Citation, { index, lines }: Repository): ResolvedCitation => {
  const meant = filesMeant(citation.path, index)
  const file = meant.length === 1 ? meant[0] : undefined
  if (file === undefined) return { ...citation, state: "no-such-file", file: citation.path }
  const exists = citation.line >= 1 && citation.endLine <= (lines.get(file) ?? 0)
  return { ...citation, state: exists ? "resolves" : "no-such-line", file }
}

/** Paths of a listing that these citations can mean, ascending: the files whose lines must be counted. */
export const filesCited = (citations: Iterable<Citation>, files: Iterable<string>): ReadonlyArray<string> => {
  const index = fileIndex(files)
  const found = new Set<string>()
  for (const { path } of citations) for (const file of filesMeant(path, index)) found.add(file)
  return [...found].toSorted()
}

/** How many of the citations resolve. */
export interface CitationCounts {
  readonly total: number
  readonly resolving: number
}

/** Counts citations and those of them that resolve. */
export const countCitations = (citations: Iterable<ResolvedCitation>): CitationCounts => {
  let total = 0
  let resolving = 0
  for (const { state } of citations) {
    total += 1
    if (state === "resolves") resolving += 1
  }
  return { total, resolving }
}
