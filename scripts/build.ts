/**
 * Builds `dist`: the bin (`gsd.mjs`, its chunks in `cli/`) as one self-contained bundle, and the library (`lib/`).
 * Everything is made in a folder beside `dist` and put in place by rename, so a failed build leaves the old one.
 */
import { existsSync, globSync } from "node:fs"
import { chmod, cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { isBuiltin } from "node:module"
import { join } from "node:path"
import { build, type BuildOptions, type Metafile, type Plugin, transform } from "esbuild"
import { joinChunks, type Joining } from "./build/join.ts"
import { helpPages } from "./build/helpPages.ts"
import { buildLibrary } from "./build/library.ts"

const root = join(import.meta.dirname, "..")
const target = join(root, "dist")
const staging = join(root, `dist.${process.pid}.tmp`)

const { version }: { readonly version: string } = JSON.parse(
  await readFile(join(root, "package.json"), "utf8")
)

/** Starts that are built apart, or that one of these loads late. */
const startsApart = "main(?:Family|FamilyWhole|Fast|Help|List)"

/** Leaves the imports of files that are bundles of their own, or that such a bundle loads late. */
const apart: Plugin = {
  name: "apart",
  setup: ({ onResolve }) => {
    onResolve({ filter: new RegExp(`/${startsApart}\\.ts$`) }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path: path.replace(/\.ts$/, ".mjs"), external: true } : undefined
    )
  }
}

/**
 * Hands Node's own modules on name by name, each looked up when it is used: importing one makes all of it, streams of
 * `node:fs` and every algorithm of `node:crypto`, which a short run never asks for.
 */
const lateBuiltins: Plugin = {
  name: "late-builtins",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^node:(?:crypto|fs|fs\/promises|os|path|url)$/ }, ({ path }) => ({
      path,
      namespace: "late-builtin"
    }))
    onLoad({ filter: /.*/, namespace: "late-builtin" }, async ({ path }) => {
      const names = Object.keys((await import(path)) as object).filter((name) => name !== "default")
      const getters = names.map((name) => `get ${name}() { return late().${name} }`).join(",\n")
      return {
        contents: `let made\nconst late = () => (made ??= process.getBuiltinModule("${path}"))\nmodule.exports = {\n${getters}\n}`
      }
    })
  }
}

const options = {
  absWorkingDir: root,
  outdir: join(staging, "cli"),
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  platform: "node",
  // jsonc-parser's UMD build, which comes first otherwise, requires its own files by computed names.
  mainFields: ["module", "main"],
  target: "node22",
  logLevel: "warning",
  define: { __GSD_VERSION__: JSON.stringify(version) }
} satisfies BuildOptions

const external = (metafile: Metafile) =>
  Object.values(metafile.outputs)
    .flatMap((output) => output.imports)
    .filter((imported) => imported.external)

/** Some CommonJS packages call `require` for Node's modules; an ES module has none unless it makes one. */
const requireBanner = `import{createRequire as __gsdRequire}from"node:module";const require=__gsdRequire(import.meta.url);`

const isOurs = (path: string): boolean =>
  isBuiltin(path) || new RegExp(`^\\./${startsApart}\\.mjs$`, "u").test(path)

const refuseStrangers = (metafile: Metafile): Metafile => {
  const strangers = external(metafile).filter((imported) => !isOurs(imported.path))
  if (strangers.length === 0) return metafile
  const names = strangers.map((one) => one.path).join(", ")
  throw new Error(`the bundle is not self-contained: it imports ${names}`)
}

/** Where the program starts, and what each start loads soon after: the fast ones load nothing of what comes later. */
const tiers: Joining["tiers"] = [
  [["src/cli/main.ts"]],
  [["src/cli/mainFast.ts"], ["src/cli/mainLoop.ts"], ["src/cli/mainFamilyWhole.ts"]],
  [
    ["src/cli/mainProgram.ts"],
    ["src/layers/live.ts", "src/layers/transaction/TransactionFile.ts"],
    // What the fast ones load when nothing is remembered.
    [
      "src/domain/config/document.ts",
      "src/layers/store/read.ts",
      "src/pipelines/overlays/inspectCold.ts",
      "src/pipelines/overlays/wiredNow.ts",
      "src/pipelines/project/rows.ts",
      "src/pipelines/registry/firstParty.ts",
      "src/pipelines/registry/refusals.ts"
    ]
  ]
]

/** The program, in files that its starts share. */
const buildShared = async (): Promise<Metafile> => {
  const split = await build({
    ...options,
    entryPoints: ["src/cli/main.ts", "src/cli/mainFamilyWhole.ts", "src/cli/mainFast.ts"],
    chunkNames: "[name]-[hash]",
    splitting: true,
    write: false,
    metafile: true,
    minifySyntax: true,
    plugins: [apart, lateBuiltins]
  })
  refuseStrangers(split.metafile)
  await joinChunks(split, { tiers, options: { ...options, minify: true }, requireBanner })
  return split.metafile
}

/** Starts that need next to nothing of all that: each is a file of its own, which shares none. */
const buildQuick = async (): Promise<Metafile> => {
  const { metafile } = await build({
    ...options,
    entryPoints: ["src/cli/mainFamily.ts", "src/cli/mainHelp.ts", "src/cli/mainList.ts"],
    minify: true,
    metafile: true,
    plugins: [apart, lateBuiltins]
  })
  return refuseStrangers(metafile)
}

const buildLauncher = async () => {
  const source = await readFile(join(root, "src/cli/bin.mjs"), "utf8")
  const launcher = await transform(source, {
    format: "esm",
    target: "es2015",
    supported: { "dynamic-import": true, "import-meta": true },
    minifySyntax: true,
    define: { __GSD_VERSION__: JSON.stringify(version), __GSD_MAIN__: JSON.stringify("./cli/main.mjs") }
  })
  const file = join(staging, "gsd.mjs")
  await writeFile(file, launcher.code)
  await chmod(file, 0o755)
}

/** Beside the fast path that shows it. */
const writeHelp = () => writeFile(join(staging, "cli/help.json"), JSON.stringify(helpPages()))

/** With `--program` the library is taken from the build before: tests of the program need not wait for it. */
const programOnly = process.argv.includes("--program")

const keepLibrary = async () => {
  const library = join(target, "lib")
  if (existsSync(library)) await cp(library, join(staging, "lib"), { recursive: true })
}

/** The licence texts of the packages whose code is in the bundle. */
const writeLicences = async (metafiles: ReadonlyArray<Metafile>) => {
  const folders = metafiles
    .flatMap((metafile) => Object.keys(metafile.inputs))
    .flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [])
  const texts = await Promise.all(
    [...new Set(folders)].toSorted().map(async (folder) => {
      const [licence] = globSync("{LICENSE,LICENCE,license}*", { cwd: join(root, folder) })
      const text = licence === undefined ? "" : await readFile(join(root, folder, licence), "utf8")
      return `${folder.replace(/^.*node_modules\//, "")}\n\n${text.trim()}\n`
    })
  )
  await writeFile(join(staging, "THIRD-PARTY-LICENCES.txt"), texts.join(`\n${"-".repeat(72)}\n\n`))
}

const putInPlace = async () => {
  const old = `${staging}.old`
  if (existsSync(target)) await rename(target, old)
  await rename(staging, target)
  await rm(old, { recursive: true, force: true })
}

try {
  await mkdir(staging)
  await writeLicences(await Promise.all([buildShared(), buildQuick()]))
  await buildLauncher()
  await writeHelp()
  if (programOnly) await keepLibrary()
  else await buildLibrary({ root, target: join(staging, "lib") })
  await putInPlace()
} finally {
  await rm(staging, { recursive: true, force: true })
}
