import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..", "..")

/** A program that Node starts by its path. */
export interface Program {
  readonly bin: string
  readonly version: string
  /** Root of the package. */
  readonly folder: string
}

/** What a package says of itself, as far as a program needs it. */
interface Package {
  readonly version: string
  readonly bin: Readonly<Record<string, string>>
}

const programOf = (folder: string, name: string): Program => {
  const { bin, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Package
  return { bin: join(folder, bin[name] ?? ""), version, folder }
}

const must = (command: string, args: ReadonlyArray<string>, cwd: string): void => {
  const done = spawnSync(command, args, { cwd, encoding: "utf8" })
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(" ")} ended with ${done.status}: ${done.stderr}`)
}

/** This package as `npm pack` takes it now, unpacked in a folder, and the size of the archive in bytes. */
export const packedProgram = (into: string): Program & { readonly bytes: number } => {
  mkdirSync(into)
  must("npm", ["pack", "--ignore-scripts", "--pack-destination", into], root)
  const archive = join(into, readdirSync(into).find((name) => name.endsWith(".tgz")) ?? "")
  must("tar", ["-xzf", archive], into)
  return { ...programOf(join(into, "package"), "gsd"), bytes: statSync(archive).size }
}

/** Name of the package that this one is compared with. */
export const publishedName = "@opengsd/gsd-core"

/**
 * The newest published package, installed in a folder with the caller's own npm settings and no script run; the reason
 * when it cannot be had.
 */
export const publishedProgram = (into: string): Program | string => {
  mkdirSync(into)
  const switches = ["--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--fetch-retries=1"]
  const done = spawnSync("npm", ["install", "--prefix", into, ...switches, publishedName], {
    cwd: into,
    encoding: "utf8"
  })
  if (done.error !== undefined) return `npm cannot be started: ${done.error.message}`
  if (done.status === 0) return programOf(join(into, "node_modules", publishedName), "gsd-tools")
  // No more of what npm says: it names hosts and folders of this machine.
  const [, code = `status ${done.status}`] = /^npm (?:error|ERR!) code (\S+)/mu.exec(done.stderr) ?? []
  return `npm could not install it: ${code}`
}
