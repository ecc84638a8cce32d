/**
 * The library as it is published: a file per module, so that bundlers can leave out what is not used; code without comments
 * and spaces, names as they are; types of what the entries hand on, with their comments, and of what those mention.
 */
import { spawnSync } from "node:child_process"
import { existsSync, globSync } from "node:fs"
import { cp, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { transform } from "esbuild"

/** Where the repository is, and which folder the library goes to. */
export interface LibraryBuild {
  readonly root: string
  readonly target: string
}

const compile = ({ root }: LibraryBuild, outDir: string, ...more: ReadonlyArray<string>): void => {
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const options = ["-p", join(root, "tsconfig.build.json"), "--outDir", outDir, ...more]
  const run = spawnSync(process.execPath, [compiler, ...options], { cwd: root, stdio: "inherit" })
  if (run.status !== 0) throw new Error("the library does not compile")
}

/** Declaration files that one mentions, in imports and in types. */
const mentionedIn = async (file: string): Promise<ReadonlyArray<string>> =>
  Array.from((await readFile(file, "utf8")).matchAll(/\b(?:from |import\()"(\.[^"]+)"/gu), ([, path = ""]) =>
    join(dirname(file), path.replace(/\.[jt]s$/u, ".d.ts"))
  )

/** Every file that some others lead to, themselves included. */
const reachable = async (starts: ReadonlyArray<string>): Promise<ReadonlySet<string>> => {
  const seen = new Set<string>()
  const waiting = [...starts]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !existsSync(file)) continue
    seen.add(file)
    waiting.push(...(await mentionedIn(file)))
  }
  return seen
}

/** Leaves the types that a user can meet; those that no entry names have no comments. */
const trimTypes = async (build: LibraryBuild): Promise<void> => {
  const { target } = build
  const bare = `${target}.bare`
  compile(build, bare, "--emitDeclarationOnly", "--removeComments")
  const entries = globSync("*.d.ts", { cwd: target }).map((name) => join(target, name))
  const named = new Set([...entries, ...(await Promise.all(entries.map(mentionedIn))).flat()])
  const used = await reachable(entries)
  for (const file of globSync("**/*.d.ts", { cwd: target }).map((name) => join(target, name))) {
    if (!used.has(file)) await rm(file)
    else if (!named.has(file)) await cp(join(bare, relative(target, file)), file)
  }
  await rm(bare, { recursive: true, force: true })
}

const trimCode = async ({ target }: LibraryBuild): Promise<void> => {
  const files = globSync("**/*.js", { cwd: target }).map((name) => join(target, name))
  await Promise.all(
    files.map(async (file) => {
      const trimmed = await transform(await readFile(file, "utf8"), {
        format: "esm",
        target: "node22",
        minifyWhitespace: true,
        minifySyntax: true
      })
      await writeFile(file, trimmed.code)
    })
  )
}

/** Compiles the library into its folder. Throws when it does not compile. */
export const buildLibrary = async (build: LibraryBuild): Promise<void> => {
  compile(build, build.target)
  await trimTypes(build)
  await trimCode(build)
}
