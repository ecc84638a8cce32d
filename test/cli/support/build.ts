import { spawnSync } from "node:child_process"
import { existsSync, globSync, statSync } from "node:fs"
import { dirname, join } from "node:path"

const repository = dirname(dirname(dirname(import.meta.dirname)))
const built = join(repository, "dist/gsd.mjs")

const isStale = (): boolean => {
  if (!existsSync(built)) return true
  const then = statSync(built).mtimeMs
  const sources = globSync(["src/**/*.{ts,mjs}", "scripts/build.ts", "package.json"], { cwd: repository })
  return sources.some((name) => statSync(join(repository, name)).mtimeMs > then)
}

/** Builds the program once before the tests that run it, when a source is younger than it. */
export const setup = (): void => {
  if (!isStale()) return
  const run = spawnSync(process.execPath, [join(repository, "scripts/build.ts"), "--program"], {
    cwd: repository,
    encoding: "utf8"
  })
  if (run.status !== 0) throw new Error(`the build failed:\n${run.stdout}${run.stderr}`)
}
