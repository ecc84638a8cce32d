import { spawn, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { onTestFinished } from "vitest"
import { makeRoom } from "../../support/rooms.ts"

/** The repository. */
export const repository = dirname(dirname(dirname(import.meta.dirname)))

/** The built program. */
export const program = join(repository, "dist/gsd.mjs")

/** A home and a place to work in, empty. */
export interface World {
  readonly root: string
  readonly home: string
  readonly work: string
}

/** What a run of the program was. */
export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A fresh world, for `removeRooms` to remove. */
export const makeWorld = (): World => {
  const root = makeRoom("gsd-cli-")
  const world = { root, home: join(root, "home"), work: join(root, "workspace") }
  mkdirSync(world.home, { mode: 0o700 })
  mkdirSync(world.work)
  return world
}

/** Puts a version of the example capability into the work folder. */
export const publish = (world: World, version: "v1" | "v2"): string => {
  const folder = join(world.work, "hello-hooks")
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(repository, "examples/capabilities", version, "hello-hooks"), folder, { recursive: true })
  return folder
}

/** Writes a manifest, and other files, as a capability's folder. */
export const write = (
  world: World,
  id: string,
  files: Readonly<Record<string, string | Uint8Array>>
): string => {
  const folder = join(world.work, id)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

/** An environment with nothing of the caller's in it. */
export const environment = (world: World, more: Readonly<Record<string, string>> = {}) => ({
  HOME: world.home,
  PATH: process.env["PATH"] ?? "",
  ...more
})

/** How a run differs from the usual. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** Runs the program with stdin at its end. */
export const gsd = (world: World, args: ReadonlyArray<string>, options: RunOptions = {}): Ran => {
  const run = spawnSync(process.execPath, [program, ...args], {
    cwd: world.work,
    env: environment(world, options.env),
    encoding: "utf8",
    timeout: 50_000,
    input: options.input ?? ""
  })
  return { code: run.status, stdout: run.stdout, stderr: run.stderr }
}

/** Starts the program with stdin open and never written to. */
export const start = (
  world: World,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
) => {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: world.work,
    env: environment(world, env),
    stdio: "pipe"
  })
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (chunk) => (stdout += String(chunk)))
  child.stderr.on("data", (chunk) => (stderr += String(chunk)))
  const ended = new Promise<Ran & { readonly signal: NodeJS.Signals | null }>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  return { child, ended, said: () => ({ stdout, stderr }) }
}

/** The digest that a plan of the folder prints. */
export const digestOf = (world: World, folder: string): string => {
  const plan: { readonly consentDigest: string } = JSON.parse(
    gsd(world, ["capability", "plan", folder, "--json"]).stdout
  )
  return plan.consentDigest
}

/** Installs a folder with consent to what a plan showed. */
export const installed = (world: World, folder: string): Ran =>
  gsd(world, ["capability", "install", folder, "--consent", digestOf(world, folder)])

/** Every path under the home, with what it is. */
export const tree = (world: World): ReadonlyArray<string> => {
  const walk = (folder: string, prefix: string): ReadonlyArray<string> =>
    readdirSync(folder, { withFileTypes: true })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = `${prefix}${entry.name}`
        if (entry.isDirectory()) return [`${path}/`, ...walk(join(folder, entry.name), `${path}/`)]
        return [entry.isSymbolicLink() ? `${path} ->` : path]
      })
  return walk(world.home, "")
}

const filters = (world: World): ReadonlyArray<readonly [RegExp, string]> => [
  [new RegExp(world.root.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"), "g"), "[world]"],
  [/sha512-[A-Za-z0-9+/]{86}==/g, "sha512-[digest]"],
  [/\b[0-9a-f]{64}\b/g, "[key]"],
  [/"tx":"[0-9a-f]{16}"/g, '"tx":"[tx]"'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "[time]"],
  [/\d{4}-\d\d-\d\d \d\d:\d\d/g, "[minute]"]
]

/** A text without what differs from run to run. */
export const settled = (world: World, text: string): string =>
  filters(world).reduce((sum, [pattern, word]) => sum.replaceAll(pattern, word), text)

/** A run as it is kept in a snapshot. */
export const shot = (world: World, ran: Ran): string =>
  settled(world, `exit ${ran.code}\n--- stdout\n${ran.stdout}--- stderr\n${ran.stderr}`)

/** Has a process of its own hold the lock; what is given back ends it, as the end of the test does. */
export const holdingLock = async (world: World): Promise<() => Promise<void>> => {
  const code = `const { DatabaseSync } = require("node:sqlite");
    const db = new DatabaseSync(process.argv[1]);
    db.exec("PRAGMA journal_mode=OFF; BEGIN EXCLUSIVE; PRAGMA user_version=1");
    console.log("held"); setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ["-e", code, join(world.home, ".gsd/lock")], { stdio: "pipe" })
  await new Promise((resolve) => holder.stdout.once("data", resolve))
  const closed = new Promise((resolve) => holder.once("close", resolve))
  const release = async () => {
    holder.kill("SIGKILL")
    await closed
  }
  onTestFinished(release)
  return release
}
