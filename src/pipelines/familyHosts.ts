import * as Effect from "effect/Effect"
import { allowedDirs, allowedHosts, type AllowedDir, type AllowedHost } from "../domain/family/allowances.ts"
import { absoluteFrom } from "../domain/family/directories.ts"
import { familySources } from "../domain/family/sources.ts"
import { Environment } from "../services/Environment.ts"
import { membersHere } from "./family/members.ts"
import { passedOver, type PassedOver } from "./family/skipped.ts"

/** Hosts of all members. */
export interface HostsFound extends PassedOver {
  readonly hosts: ReadonlyArray<AllowedHost>
}

/** Directories of all members. */
export interface DirsFound extends PassedOver {
  readonly dirs: ReadonlyArray<AllowedDir>
}

/** Hosts that the backends were observed to ask, with who says so; members of `given` folders count too. */
export const familyHosts = Effect.fn("familyHosts")(function* (given: ReadonlyArray<string>) {
  const here = yield* membersHere(given)
  return { hosts: allowedHosts(familySources(here.members)), ...passedOver(here) } satisfies HostsFound
})

/** For which project, and which members besides the known ones. */
export interface DirsRequested {
  readonly members: ReadonlyArray<string>
  /** Root of the project; the working directory when left out. */
  readonly cwd?: string
}

/** Directories that the backends write to, resolved for a project, with who says so. */
export const familyDirs = Effect.fn("familyDirs")(function* (request: DirsRequested) {
  const { home, variables, workingDirectory } = yield* Environment
  const here = yield* membersHere(request.members)
  const cwd = absoluteFrom(workingDirectory, request.cwd ?? ".")
  const asked = { env: Object.fromEntries(variables), cwd, home }
  return { dirs: allowedDirs(familySources(here.members), asked), ...passedOver(here) } satisfies DirsFound
})
