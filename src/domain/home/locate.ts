import * as Result from "effect/Result"
import { isWithin, parentOf } from "../paths.ts"
import type { HomeChoice } from "./chooseHome.ts"
import { HomeInsideProject } from "./errors.ts"

/** Names whose presence makes a directory a project root. Source: transaction.md "Project root". */
export const projectMarkers = [".planning", ".gsd/capabilities.lock.json", ".git"] as const

/**
 * Directories that may be the project root, nearest first: from the working directory upwards, ending
 * before home, before what holds home, and before the top. All paths real.
 */
export const projectCandidates = (workingDirectory: string, home: string): ReadonlyArray<string> => {
  const candidates: Array<string> = []
  let directory = workingDirectory
  while (!isWithin(home, directory) && parentOf(directory) !== directory) {
    candidates.push(directory)
    directory = parentOf(directory)
  }
  return candidates
}

/** Judges that H lies outside the project; both paths real. */
export const judgeHome = (
  choice: HomeChoice,
  project: string | undefined
): Result.Result<HomeChoice, HomeInsideProject> =>
  project !== undefined && isWithin(choice.base, project)
    ? Result.fail(new HomeInsideProject({ home: choice.base, project, from: choice.from }))
    : Result.succeed(choice)
