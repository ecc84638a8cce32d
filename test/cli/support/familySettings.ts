import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert } from "vitest"
import { gsd, makeWorld, type Ran, type World } from "./world.ts"

/** Folder of the settings file. */
export const folderOf = (world: World) => join(world.home, ".config/agent-workflow")

/** The settings file. */
export const fileOf = (world: World) => join(folderOf(world), "bridge-settings.conf")

/** A world whose settings file, when there is one, has this text. */
export const worldWith = (text?: string): World => {
  const world = makeWorld()
  if (text === undefined) return world
  mkdirSync(folderOf(world), { recursive: true })
  writeFileSync(fileOf(world), text, { mode: 0o600 })
  return world
}

/** Text of the settings file. */
export const textIn = (world: World): string => readFileSync(fileOf(world), "utf8")

/** Runs `gsd family settings`. */
export const settings = (
  world: World,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Ran => gsd(world, ["family", "settings", ...args], { env })

/** Its JSON document, when it ends well. */
export const json = <A>(
  world: World,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): A => {
  const ran = settings(world, [...args, "--json"], env)
  assert.strictEqual(ran.code, 0, ran.stdout + ran.stderr)
  return JSON.parse(ran.stdout)
}

/** An integer from 1. */
export const key = "CODEX_HARD_TIMEOUT"

/** A retired key. */
export const retired = "AGY_REVIEW_ALLOW_ADDDIR"
