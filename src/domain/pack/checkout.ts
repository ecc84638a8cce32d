import { isDropped } from "../content/path.ts"

/** The files of a folder as a commit has them: git's own hash of each by path. */
export type CommittedFiles = ReadonlyMap<string, string>

const row = /^(?:100644|100755) blob ([0-9a-f]{40,64})\t([\s\S]+)$/u

/** Reads `git ls-tree -r -z`; what is no plain file, such as a link or a submodule, has no hash that any file could have. */
export const readTree = (text: string): CommittedFiles =>
  new Map(
    text
      .split("\0")
      .filter((line) => line !== "")
      .map((line) => {
        const [, hash, path] = row.exec(line) ?? []
        return path === undefined || hash === undefined
          ? ([line.slice(line.indexOf("\t") + 1), ""] as const)
          : ([path, hash] as const)
      })
  )

/** Paths that a folder has otherwise than its commit, ascending; what is not packed does not count. */
export const changedFrom = (
  committed: CommittedFiles,
  files: ReadonlyMap<string, string>
): ReadonlyArray<string> => {
  const changed = [...files].filter(([path, hash]) => committed.get(path) !== hash).map(([path]) => path)
  const gone = [...committed.keys()].filter((path) => !isDropped(path) && !files.has(path))
  return [...changed, ...gone].toSorted()
}
