import { parentOf } from "../paths.ts"
import type { RecordedFile } from "../ledger/runtimes.ts"
import type { PlannedFile } from "../transaction/change.ts"
import type { ProjectionFacts } from "./projectionFacts.ts"

/** What becomes of directories, and which are recorded then; all ascending, so parents come first. */
export interface DirectoryPlan {
  readonly dirsCreated: ReadonlyArray<string>
  readonly dirsRemoved: ReadonlyArray<string>
  readonly directories: ReadonlyArray<string>
}

const ascending = (paths: Iterable<string>): ReadonlyArray<string> => [...new Set(paths)].toSorted()

/** Adds every directory above a path. */
const addAbove = (found: Set<string>, path: string): void => {
  for (let at = parentOf(path); !found.has(at); at = parentOf(at)) found.add(at)
}

const above = (paths: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const path of paths) addAbove(found, path)
  return found
}

/**
 * Directories are made for what is written. Recorded are those that gsd made, for this runtime or another one that is there
 * too, as long as something of the runtime lies in them; after that they go if they are empty.
 */
export const planDirectories = (
  facts: ProjectionFacts,
  files: ReadonlyArray<PlannedFile>,
  recorded: ReadonlyArray<RecordedFile>
): DirectoryPlan => {
  const missing = files
    .filter(({ after }) => after !== undefined)
    .flatMap(({ row }) => {
      const looked = facts.looked.get(row.path)
      return looked?._tag === "Plain" ? looked.missing : []
    })
  const dirsCreated = ascending(missing)
  const made = ascending([
    ...facts.directories,
    ...dirsCreated,
    ...(facts.madeBeside ?? []),
    ...(facts.madeForOthers ?? [])
  ])
  const needed = above([
    ...recorded.map(({ path }) => path),
    ...(facts.resting ?? []),
    ...(facts.wish?.entries ?? []).map(({ path }) => path)
  ])
  return {
    dirsCreated,
    dirsRemoved: ascending(facts.directories.filter((directory) => !needed.has(directory))),
    directories: made.filter((directory) => needed.has(directory))
  }
}
