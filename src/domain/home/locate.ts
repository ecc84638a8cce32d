import * as Result from "effect/Result"
import { isWithin, parentOf } from "../paths.ts"
import { HomeInsideProject } from "./errors.ts"

/** Where H was named. */
export interface HomeChoice {
  /** Real path of the directory that holds `.gsd`. */
  readonly base: string
  readonly from: "home" | "GSD_HOME" | "--root"
}

/** Chooses the directory that holds H: `--root`, else GSD_HOME, else home. Paths as given. */
export const chooseHome = (options: {
  readonly root: string | undefined
  readonly variables: ReadonlyMap<string, string>
  readonly home: string
}): HomeChoice => {
  if (options.root !== undefined) return { base: options.root, from: "--root" }
  const variable = options.variables.get("GSD_HOME")
  if (variable !== undefined && variable !== "") return { base: variable, from: "GSD_HOME" }
  return { base: options.home, from: "home" }
}

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
