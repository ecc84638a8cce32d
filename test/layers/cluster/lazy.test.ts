import { build } from "esbuild"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const repository = join(import.meta.dirname, "../../..")

/** Files of packages that are loaded with an entry, those that wait for a dynamic import left out. */
const loadedWith = async (entry: string): Promise<ReadonlyArray<string>> => {
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
  const [first] = Object.keys(metafile.outputs).filter((path) => path.endsWith("/entry.js"))
  const seen = new Set<string>(first === undefined ? [] : [first])
  for (const path of seen)
    for (const { kind, path: imported } of metafile.outputs[path]?.imports ?? [])
      if (kind === "import-statement") seen.add(imported)
  return [...seen].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}))
}

const isOfClusters = (path: string): boolean =>
  /effect\/(?:dist|src)\/(?:cluster|workflow|sql|rpc)\/|sql-pg/u.test(path)

describe("what clusters need", () => {
  for (const entry of ["src/cli/mainProgram.ts", "src/pipelines.ts"])
    it(`is not loaded with ${entry}`, async () => {
      const loaded = await loadedWith(entry)
      assert.isAbove(loaded.length, 100)
      assert.deepStrictEqual(loaded.filter(isOfClusters), [])
    })

  it("is loaded with the layer", async () => {
    assert.isNotEmpty((await loadedWith("src/layers/cluster/LaneClusterSql.ts")).filter(isOfClusters))
  })
})
