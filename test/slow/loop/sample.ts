import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert } from "vitest"
import { environment, program, repository, type World } from "../../cli/support/world.ts"

/** What the scripted agent says became of a hook, or of a task that a tracker holds. */
export interface Told {
  readonly point?: string
  readonly hook?: string
  readonly kind?: string
  readonly task?: string
  readonly outcome: string
  readonly blocking?: boolean
  readonly message?: string
}

/** The one document that the scripted agent prints. */
export interface AgentReport {
  readonly outcomes: ReadonlyArray<Told>
  readonly prompts: ReadonlyArray<{
    readonly role: string
    readonly task: string
    readonly contributions: ReadonlyArray<{
      readonly from: string
      readonly text: string
      readonly values: Readonly<Record<string, unknown>>
    }>
  }>
  readonly tests: ReadonlyArray<{ readonly id: string; readonly text: string; readonly kind: string }>
  readonly held?: { readonly point: string; readonly by: ReadonlyArray<{ readonly hook: string }> }
  readonly failed?: string
}

const sample = join(repository, "examples/loop")

/** A project, and the script by which the agent works on it; both may be changed. */
export interface Stage {
  readonly project: string
  readonly script: string
}

const identity = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@host.example",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@host.example",
  GIT_CONFIG_NOSYSTEM: "1"
}

/** Runs git in the project; what it prints. */
export const git = ({ project }: Stage, ...args: ReadonlyArray<string>): string => {
  const run = spawnSync("git", args, {
    cwd: project,
    encoding: "utf8",
    timeout: 20_000,
    env: { PATH: process.env["PATH"] ?? "", HOME: dirname(project), ...identity }
  })
  assert.strictEqual(run.status, 0, run.stderr)
  return run.stdout
}

/** A fresh copy of the sample, in a repository of its own. */
export const freshStage = (world: World): Stage => {
  const stage = { project: join(world.root, "project"), script: join(world.root, "script") }
  cpSync(join(sample, "project"), stage.project, { recursive: true })
  cpSync(join(sample, "script"), stage.script, { recursive: true })
  git(stage, "init", "--quiet", "--initial-branch=main")
  git(stage, "add", "--all")
  git(stage, "commit", "--quiet", "--message", "start")
  return stage
}

/** A copy of a stage as it stands now. */
export const copyOf = ({ project, script }: Stage, folder: string): Stage => {
  const copy = { project: join(folder, "project"), script: join(folder, "script") }
  cpSync(project, copy.project, { recursive: true })
  cpSync(script, copy.script, { recursive: true })
  return copy
}

/** Writes a file below a folder. */
export const put = (folder: string, path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Changes a text of a folder, which must hold what is replaced. */
export const change = (folder: string, path: string, before: string, after: string): void => {
  const text = readFileSync(join(folder, path), "utf8")
  assert.include(text, before)
  put(folder, path, text.replaceAll(before, after))
}

/** The variables of the agent and of all that it starts. */
export const variables = (world: World) => environment(world, { ...identity, GSD_PROGRAM: program })

/** Has the agent follow some workflows. */
export const agent = (world: World, { project, script }: Stage, only: string) => {
  const run = spawnSync(
    process.execPath,
    [join(sample, "agent.mjs"), project, "--script", script, "--only", only],
    { encoding: "utf8", env: variables(world), timeout: 120_000 }
  )
  assert.notStrictEqual(run.stdout, "", run.stderr)
  return { code: run.status, report: JSON.parse(run.stdout) as AgentReport }
}
