import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert } from "vitest"
import { gsd, makeWorld, type Ran, type World } from "../../cli/support/world.ts"

/** Texts by path from the project's root. */
export type Texts = Readonly<Record<string, string>>

/** Writes files of a project. */
export const put = (world: World, texts: Texts): void => {
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(world.work, name)), { recursive: true })
    writeFileSync(join(world.work, name), text)
  }
}

/** A project in which these keys of capabilities are on. */
export const makeProject = (texts: Texts, on: ReadonlyArray<string> = []): World => {
  const world = makeWorld()
  const config = Object.fromEntries(on.map((key) => [key, { enabled: true }]))
  put(world, { ".planning/config.json": JSON.stringify(config), ...texts })
  return world
}

/** Makes the project a git repository, with everything in it that is not ignored. */
export const underGit = (world: World): void => {
  const git = (...args: ReadonlyArray<string>) =>
    execFileSync("git", args, { cwd: world.work, stdio: "ignore", env: { PATH: process.env["PATH"] ?? "" } })
  git("init", "-q")
  git("add", ".")
}

/** Text of a file of the project. */
export const read = (world: World, name: string): string => readFileSync(join(world.work, name), "utf8")

/** Runs `gsd x …` as a process. */
export const x = (world: World, line: string): Ran => gsd(world, ["x", ...line.split(" ")])

/** Output of a command that must succeed. */
export const said = (world: World, line: string): string => {
  const ran = x(world, line)
  assert.deepStrictEqual([ran.code, ran.stderr], [0, ""], ran.stdout)
  return ran.stdout
}

/** The answer of a command that must succeed, as JSON. */
export const result = <A>(world: World, line: string): A => {
  const document: { readonly result: A } = JSON.parse(said(world, `--json ${line}`))
  return document.result
}

/** The same without a type of its own. */
export const answer = (world: World, line: string): Readonly<Record<string, unknown>> => result(world, line)
