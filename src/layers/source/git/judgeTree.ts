import * as Result from "effect/Result"
import type { Bounds } from "../../../domain/archive/bounds.ts"
import { isDropped } from "../../../domain/content/path.ts"
import type { TreeEntry } from "../../../domain/git/tree.ts"
import { canonicalOf } from "../../../domain/source/canonical.ts"
import { SourceNotFound, SourceRefused } from "../../../domain/source/errors.ts"
import type { GitRepository } from "../../../domain/source/source.ts"
import type { BundleRefused } from "../../../domain/store/errors.ts"
import { visible } from "../../../domain/text/escape.ts"
import { judgeWalk, refuse } from "../judgeWalk.ts"

const modules = ".gitmodules"

/** How many folders stand above the files. */
const folderCount = (entries: ReadonlyArray<TreeEntry>): number => {
  const folders = new Set<string>()
  for (const { path } of entries) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return folders.size
}

const submodule = (source: GitRepository, path: string) =>
  new SourceRefused({
    source: canonicalOf(source),
    rule: "submodule",
    reason: `holds a submodule at \`${visible(path)}\`, which is not supported: its files are in another repository`,
    hint: "Put the files themselves into the repository"
  })

/** The entries of the source's folder, by their paths in it. */
const entriesIn = (
  source: GitRepository,
  entries: ReadonlyArray<TreeEntry>
): Result.Result<ReadonlyArray<TreeEntry>, SourceNotFound | SourceRefused> => {
  const { path } = source
  if (path === undefined) return Result.succeed(entries)
  if (entries.some((entry) => entry.path === path && entry.kind === "submodule"))
    return Result.fail(submodule(source, path))
  const below = entries.filter((entry) => entry.path.startsWith(`${path}/`))
  return below.length > 0
    ? Result.succeed(below.map((entry) => ({ ...entry, path: entry.path.slice(path.length + 1) })))
    : Result.fail(
        new SourceNotFound({
          source: canonicalOf(source),
          reason: `has no folder \`${path}\` in that commit`,
          hint: "Check `path:`; it is taken from the root of the repository"
        })
      )
}

const judged = (
  source: GitRepository,
  entries: ReadonlyArray<TreeEntry>,
  bounds: Bounds
): BundleRefused | SourceRefused | undefined => {
  const module = entries.find(({ kind, path }) => kind === "submodule" || path === modules)
  if (module !== undefined) return submodule(source, module.path)
  const unreadable = entries.find(({ isUtf8 }) => !isUtf8)
  if (unreadable !== undefined)
    return refuse(unreadable.path, "not-unicode", {
      reason: "its path is not UTF-8",
      hint: "Rename it, in UTF-8"
    })
  const found = entries.map(({ kind, path }) => ({
    path,
    kind: kind === "link" ? ("link" as const) : ("file" as const)
  }))
  const isCut = entries.length + folderCount(entries) > bounds.entries
  const refused = judgeWalk({ found, isCut }, bounds)
  if (refused !== undefined) return refused
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  const largest = entries.toSorted((one, other) => other.size - one.size)[0]
  return bytes > bounds.bytes
    ? refuse(largest?.path ?? "", "size", {
        reason: `the bundle is larger than ${bounds.bytes} bytes`,
        hint: "Take large files out of the folder"
      })
    : undefined
}

/** What of a commit's tree becomes the bundle, by the rules of every bundle; nothing of it was read yet. */
export const judgeTree = (
  source: GitRepository,
  tree: ReadonlyArray<TreeEntry>,
  bounds: Bounds
): Result.Result<ReadonlyArray<TreeEntry>, SourceNotFound | SourceRefused | BundleRefused> =>
  Result.flatMap(entriesIn(source, tree), (below) => {
    const entries = below.filter(({ path }) => !isDropped(path))
    const refused = judged(source, entries, bounds)
    return refused === undefined ? Result.succeed(entries) : Result.fail(refused)
  })
