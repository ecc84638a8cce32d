import { buildSync } from "esbuild"
import { spawnSync } from "node:child_process"
import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  realpathSync,
  rmSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setup as buildProgram } from "../../cli/support/build.ts"
import { idsOf, isRoot, nobody } from "./users.ts"

const here = dirname(import.meta.dirname)
const repository = dirname(dirname(here))

/** Programs that the tests start: copies that nobody rebuilds meanwhile, and that every user may read. */
export const tools = { folder: "", gsd: "", driver: "", host: "", node: process.execPath }

/** Bundles a program of these tests into one file. */
const bundle = (name: string): string => {
  const outfile = join(tools.folder, `${name}.mjs`)
  buildSync({
    entryPoints: [join(here, "programs", `${name}.ts`)],
    absWorkingDir: repository,
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    target: "node22",
    logLevel: "warning",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);'
    }
  })
  return outfile
}

const mayRun = (node: string): boolean =>
  !isRoot || spawnSync(node, ["--version"], { ...idsOf(nobody), cwd: "/" }).status === 0

/** Makes the copies. */
export const prepareTools = (): void => {
  if (!existsSync(join(repository, "dist/gsd.mjs"))) buildProgram()
  tools.folder = realpathSync(mkdtempSync(join(tmpdir(), "gsd-tools-")))
  chmodSync(tools.folder, 0o755)
  for (const name of ["gsd.mjs", "cli"])
    cpSync(join(repository, "dist", name), join(tools.folder, name), { recursive: true })
  tools.gsd = join(tools.folder, "gsd.mjs")
  tools.driver = bundle("driver")
  tools.host = bundle("fakeHost")
  if (mayRun(process.execPath)) return
  tools.node = join(tools.folder, "node")
  copyFileSync(process.execPath, tools.node, constants.COPYFILE_FICLONE)
  chmodSync(tools.node, 0o755)
}

/** Removes the copies. */
export const removeTools = (): void => rmSync(tools.folder, { recursive: true, force: true })
