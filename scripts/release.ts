/**
 * Makes a release of what is committed: `node scripts/release.ts` checks everything and lets npm try it without publishing;
 * with `--publish` it is published, with provenance: a signed statement of the commit and the build it comes from, which
 * npm shows. That is made only where the build runs, so `--publish` is refused anywhere else. Ends with 1 when something is
 * not ready, with 2 when it was called wrongly.
 */
import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** Why there is no release. */
class NotReady extends Error {
  readonly code: number

  constructor(message: string, code = 1) {
    super(message)
    this.code = code
  }
}

const readJson = (path: string): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(join(root, path), "utf8"))

/** What a command wrote. Throws when it fails. */
const said = (command: string, args: ReadonlyArray<string>): string => {
  const run = spawnSync(command, args, { cwd: root, encoding: "utf8" })
  if (run.status !== 0) throw new NotReady(`\`${command} ${args.join(" ")}\` failed:\n${run.stderr}`)
  return run.stdout
}

/** Runs a command whose output the person sees. Throws when it fails. */
const passing = (command: string, args: ReadonlyArray<string>): void => {
  const run = spawnSync(command, args, { cwd: root, stdio: "inherit" })
  if (run.status !== 0) throw new NotReady(`\`${command} ${args.join(" ")}\` failed`)
}

const versionOf = (path: string): string => String(readJson(path)["version"])

const checkTree = (): void => {
  const changed = said("git", ["status", "--porcelain"])
  if (changed !== "") throw new NotReady(`there is something that is not committed:\n${changed}`)
}

/** One version everywhere, and one that nobody has yet. */
const checkVersion = (version: string): void => {
  const files = ["package-lock.json", ...globSync("capabilities/*/capability.json", { cwd: root })]
  const others = files.filter((file) => versionOf(file) !== version)
  if (others.length > 0)
    throw new NotReady(
      `package.json says ${version}, and these do not: ${others.join(", ")}\nRun \`npm run stamp\` and \`npm install\``
    )
  if (said("git", ["tag", "--list", `v${version}`]) !== "")
    throw new NotReady(`v${version} is released already: raise the version in package.json`)
}

/** The changes of the version are told, and none waits to be told. */
const checkChangelog = (version: string): void => {
  const sections = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^## /mu)
  const own = sections.find((section) => section.startsWith(`[${version}] - `))
  if (own === undefined || !/^\[[^\]]+\] - \d{4}-\d\d-\d\d\n/u.test(own))
    throw new NotReady(`CHANGELOG.md has no section \`## [${version}] - YYYY-MM-DD\``)
  const unreleased = sections.find((section) => section.startsWith("[Unreleased]"))
  if (/^- /mu.test(unreleased ?? ""))
    throw new NotReady(`CHANGELOG.md has changes under [Unreleased]: move them to [${version}]`)
}

/** Services that sign for a build: GitHub Actions and GitLab CI say so by these variables. */
const canProve = (): boolean =>
  ["ACTIONS_ID_TOKEN_REQUEST_URL", "SIGSTORE_ID_TOKEN"].some((name) => (process.env[name] ?? "") !== "")

const publish = (isReal: boolean): void => {
  const how = isReal ? ["--provenance"] : ["--dry-run"]
  passing("npm", ["publish", "--access", "public", "--ignore-scripts", ...how])
}

const modeOf = (args: ReadonlyArray<string>): boolean => {
  const [word = "--dry-run", ...more] = args
  if (more.length > 0 || !["--dry-run", "--publish"].includes(word))
    throw new NotReady("usage: node scripts/release.ts [--dry-run | --publish]", 2)
  return word === "--publish"
}

const release = (args: ReadonlyArray<string>): void => {
  const isReal = modeOf(args)
  if (isReal && !canProve())
    throw new NotReady(
      "there is no provenance here: publish from the continuous integration that builds the release"
    )
  const version = versionOf("package.json")
  checkTree()
  checkVersion(version)
  checkChangelog(version)
  passing(join(root, ".ci/run"), [])
  checkTree()
  publish(isReal)
  const next = isReal
    ? `Tag it: git tag -s v${version} && git push origin v${version}`
    : "Nothing was published"
  process.stdout.write(`${version} is ready. ${next}\n`)
}

try {
  release(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof NotReady)) throw error
  process.stderr.write(`release: ${error.message}\n`)
  process.exitCode = error.code
}
