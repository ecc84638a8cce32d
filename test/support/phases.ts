import * as Effect from "effect/Effect"
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { JsonValue } from "../../src/domain/json/value.ts"
import { phaseIn } from "../../src/domain/planning/choosePhase.ts"
import { engineLayer } from "../../src/layers/live.ts"
import { answerQuery } from "../../src/pipelines/query.ts"
import { Environment } from "../../src/services/Environment.ts"
import { git, writeFiles } from "./authored.ts"
import { makeRoom } from "./rooms.ts"

/** Files by path from the project's root. */
export type Files = Readonly<Record<string, string>>

/** A project on the disk, with a phase `03-shop`. */
export interface Project {
  readonly home: string
  readonly root: string
}

/** Where its phase is. */
export const phaseFolder = ".planning/phases/03-shop"

/** Writes files into a project. */
export const put = ({ root }: Project, files: Files): void => writeFiles(root, Object.entries(files))

/** Removes files of a project. */
export const drop = ({ root }: Project, ...paths: ReadonlyArray<string>): void =>
  paths.forEach((path) => rmSync(join(root, path), { recursive: true }))

/** A new project, without git. */
export const makeProject = (files: Files = {}): Project => {
  const room = makeRoom("gsd-query-")
  const project = { home: join(room, "home"), root: join(room, "project") }
  mkdirSync(project.home, { mode: 0o700 })
  mkdirSync(join(project.root, phaseFolder), { recursive: true })
  put(project, files)
  return project
}

/** Commits everything there is; gives the commit. */
export const commit = (project: Project, message = "chore: all", files: Files = {}): string => {
  put(project, files)
  git(project.root, "add", "-A")
  git(project.root, "commit", "-q", "--allow-empty", "-m", message)
  return git(project.root, "rev-parse", "HEAD")
}

/** A new project with git, and a commit for each set of files. */
export const makeRepository = (...commits: ReadonlyArray<Files>): Project => {
  const project = makeProject()
  git(project.root, "init", "-q", "-b", "main")
  for (const files of commits) commit(project, "chore: all", files)
  return project
}

/** The services of a machine whose current project this is. */
export const engineIn = ({ home, root }: Project) =>
  engineLayer({ root: home, project: root, command: "gsd test" })

/** How a query is asked in a test. */
export interface Asking {
  readonly config?: Readonly<Record<string, JsonValue>>
  readonly variables?: Readonly<Record<string, string>>
  readonly folder?: string
}

/** Asks a query about the phase. */
export const ask = (project: Project, name: string, asking: Asking = {}) =>
  Effect.gen(function* () {
    const environment = yield* Environment
    const variables = new Map([...environment.variables, ...Object.entries(asking.variables ?? {})])
    const valueOf = (key: string) => ({
      key,
      value: asking.config?.[key],
      origin: "default" as const,
      settings: []
    })
    return yield* answerQuery(name, { phase: phaseIn(asking.folder ?? phaseFolder), valueOf }).pipe(
      Effect.provideService(Environment, { ...environment, variables })
    )
  }).pipe(Effect.provide(engineIn(project)))
