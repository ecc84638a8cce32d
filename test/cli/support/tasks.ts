import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { JsonObject } from "../../../src/domain/json/value.ts"
import { manifestOf } from "../../support/capabilities.ts"
import { gsd, makeWorld, write, type World } from "./world.ts"

/** Writes files below the work folder. */
export const put = (world: World, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(world.work, name)), { recursive: true })
    writeFileSync(join(world.work, name), text)
  }
}

/** A task of a plan, four lines long. */
const taskOf = (trackerId: string): string => {
  const quote = trackerId.includes('"') ? "'" : '"'
  return `<task type="auto" tracker-id=${quote}${trackerId}${quote}>\n  <name>Task</name>\n</task>\n\n`
}

/** A project with a plan, PLAN.md, whose tasks have these ids. */
export const project = (...ids: ReadonlyArray<string>): World => {
  const world = makeWorld()
  put(world, { ".git/HEAD": "ref: refs/heads/main\n", "PLAN.md": ids.map(taskOf).join("") })
  return world
}

/** The folder of a capability whose resolver, for the prefix `owl`, is this script of Node. */
export const resolver = (world: World, code: string, invoke: JsonObject = {}): string => {
  const taskContentResolver: JsonObject = {
    trackerPrefix: "owl",
    invoke: { binary: "./bin/owl", args: ["task", "{{id}}"], timeoutMs: 10_000, ...invoke }
  }
  return write(world, "owl", {
    "capability.json": JSON.stringify(manifestOf({ id: "owl", skills: [], hooks: [], taskContentResolver })),
    "bin/owl": `#!${process.execPath}\n${code}\n`
  })
}

/** Asks for one task of PLAN.md. */
export const resolve = (world: World, trackerId: string) => {
  const args = ["task", "resolve-content", "--plan", "PLAN.md", "--tracker-id", trackerId, "--json"]
  const ran = gsd(world, args)
  return { code: ran.code, answer: JSON.parse(ran.stdout) }
}
