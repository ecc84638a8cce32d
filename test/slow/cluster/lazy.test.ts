import { build, type Metafile } from "esbuild"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const repository = join(import.meta.dirname, "../../..")

const bundled = async (entry: string): Promise<Metafile> => {
  const { metafile } = await build({
    entryPoints: { entry },
    absWorkingDir: repository,
    outdir: "unused",
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    logLevel: "silent"
  })
  return metafile
}

/** Files that are loaded with the entry; what waits for a dynamic import is none of them. */
const loadedAtOnce = ({ outputs }: Metafile): ReadonlyArray<string> => {
  const seen = new Set(Object.keys(outputs).filter((path) => path.endsWith("/entry.js")))
  for (const path of seen)
    for (const { kind, path: imported } of outputs[path]?.imports ?? [])
      if (kind === "import-statement") seen.add(imported)
  return [...seen].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}))
}

const isOfClusters = (path: string): boolean =>
  /effect\/(?:dist|src)\/(?:cluster|workflow|sql|rpc)\/|sql-pg/u.test(path)

describe("what clusters need", () => {
  it("is in the program, and is not loaded before somebody asks for a cluster", async () => {
    const metafile = await bundled("src/cli/mainProgram.ts")
    assert.isNotEmpty(Object.keys(metafile.inputs).filter(isOfClusters))
    const loaded = loadedAtOnce(metafile)
    assert.isAbove(loaded.length, 100)
    assert.deepStrictEqual(loaded.filter(isOfClusters), [])
  })

  it("is no part of the library's pipelines", async () => {
    const metafile = await bundled("src/pipelines.ts")
    assert.deepStrictEqual(Object.keys(metafile.inputs).filter(isOfClusters), [])
  })
})
