import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { assert } from "vitest"
import { installed, repository, start, write, type World } from "../../cli/support/world.ts"
import { carrying } from "../../support/processes.ts"

/** Lanes whose programs are published, with their packages. */
export const packages = {
  gemini: "@google/gemini-cli",
  codex: "@openai/codex",
  claude: "@anthropic-ai/claude-code"
} as const

export type Published = keyof typeof packages

/** Names of the lanes, in the order of `packages`. */
export const published = Object.keys(packages) as ReadonlyArray<Published>

const binsOf = (folder: string): string => join(folder, "node_modules", ".bin")

/** Installs one package as a user would; from where, npm's configuration says. Why it is not there, else undefined. */
const npmInstall = (folder: string, name: Published): string | undefined => {
  const args = [
    "install",
    "--prefix",
    folder,
    "--no-audit",
    "--no-fund",
    "--loglevel",
    "error",
    packages[name]
  ]
  const run = spawnSync("npm", args, { encoding: "utf8", timeout: 240_000 })
  if (run.status === 0 && existsSync(join(binsOf(folder), name))) return undefined
  return run.error?.message ?? `npm ended with ${run.status}: ${run.stderr.trim().slice(-600)}`
}

/** Installs every package that can be; tells on stderr which cannot, and gives those that are there. */
export const installPublished = (folder: string): ReadonlyArray<Published> =>
  published.filter((name) => {
    mkdirSync(folder, { recursive: true })
    const problem = npmInstall(folder, name)
    if (problem !== undefined)
      process.stderr.write(`${packages[name]} cannot be installed here: ${problem}\n`)
    return problem === undefined
  })

/** The environment in which the installed programs come first; no credentials, and a place of its own for their files. */
export const withPrograms = (world: World, folder: string): Readonly<Record<string, string>> => {
  const temporary = join(world.root, "tmp")
  mkdirSync(temporary, { recursive: true })
  const path = [binsOf(folder), dirname(process.execPath), process.env["PATH"] ?? ""]
  return { PATH: path.join(delimiter), TMPDIR: temporary }
}

/** Settings of the project. */
export const configure = (world: World, settings: object): void => {
  mkdirSync(join(world.work, ".planning"), { recursive: true })
  writeFileSync(join(world.work, ".planning", "config.json"), JSON.stringify(settings))
}

/** Installs the lane a second time, as a capability of another maker that gives its program only so long. */
export const installBrief = (world: World, name: Published, timeoutFloorMs: number): void => {
  const file = join(repository, "capabilities", name, "capability.json")
  const { reviewer }: { readonly reviewer: object } = JSON.parse(readFileSync(file, "utf8"))
  const manifest = {
    id: `brief-${name}`,
    role: "reviewer",
    version: "1.0.0",
    title: `Brief ${name}`,
    description: `The lane ${name} with less time.`,
    tier: "standard",
    requires: [],
    engines: { gsd: ">=1.0.0" },
    reviewer: {
      ...reviewer,
      slug: `brief-${name}`,
      flags: [`--brief-${name}`],
      reviewsSection: `Brief ${name}`,
      timeoutFloorMs,
      timeoutConfigKey: null,
      promptBudgetKey: null,
      modelConfigKey: null,
      effortConfigKey: null,
      defaultEffort: null
    },
    config: {}
  }
  const folder = write(world, `brief-${name}`, { "capability.json": JSON.stringify(manifest) })
  const ran = installed(world, folder)
  assert.strictEqual(ran.code, 0, ran.stdout + ran.stderr)
}

/** Runs gsd to its end; one that does not end by itself in time is ended, and that is a failure. */
export const ended = async (
  world: World,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>
) => {
  const { child, ended: end } = start(world, args, env)
  let hung = false
  const watchdog = setTimeout(() => {
    hung = true
    child.kill("SIGTERM")
  }, 240_000)
  const ran = await end
  clearTimeout(watchdog)
  assert.isFalse(hung, `gsd ${args.join(" ")} hung: ${ran.stdout}${ran.stderr}`)
  return ran
}

/** Every process that has the world in its environment. */
export const processesOf = (world: World): ReadonlyArray<number> => carrying(world.root)
