import { join } from "node:path"
import { build } from "esbuild"
import { assert, describe, it } from "vitest"

const repository = join(import.meta.dirname, "../..")

/** What is left in a bundle of one import: the files of ours with at least a byte in it, and the packages. */
const leftOf = async (code: string) => {
  const { metafile } = await build({
    stdin: { contents: code, resolveDir: repository, loader: "ts" },
    absWorkingDir: repository,
    alias: { "gsd-engine": "./src/index.ts" },
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: "esm",
    platform: "node",
    outdir: "out",
    external: ["node:*"],
    logLevel: "silent"
  })
  const outputs = Object.values(metafile.outputs)
  const inputs = outputs.flatMap((output) =>
    Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []))
  )
  const packages = inputs.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(file)?.[1] ?? [])
  return {
    // The entries themselves leave the names that they hand on.
    ours: inputs.filter((file) => /^src\/.+\//u.test(file)).toSorted(),
    packages: [...new Set(packages)].toSorted(),
    bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0)
  }
}

const folders = (files: ReadonlyArray<string>) =>
  [...new Set(files.map((file) => file.split("/")[1]))].toSorted()

describe("a bundle of one import of the package", () => {
  it("of a decision has nothing that does anything", async () => {
    const { ours, packages } = await leftOf(`export { validateCapability } from "gsd-engine"`)
    assert.deepStrictEqual(folders(ours), ["domain"])
    assert.notInclude(packages, "@effect/platform-node")
  })
  it("of a pipeline has its steps and services, and no layer and no other pipeline", async () => {
    const { ours, packages } = await leftOf(`export { verify } from "gsd-engine"`)
    assert.deepStrictEqual(folders(ours), ["domain", "pipelines", "services"])
    assert.include(ours, "src/pipelines/verify.ts")
    for (const other of ["install", "review", "outdated", "loopRender", "query", "familyValidate"])
      assert.notInclude(ours, `src/pipelines/${other}.ts`)
    const services = ours.filter((file) => file.startsWith("src/services/"))
    assert.deepStrictEqual(
      services,
      ["GsdHome", "Ledger", "Progress", "Store", "Transaction"].map((name) => `src/services/${name}.ts`)
    )
    assert.notInclude(packages, "@effect/platform-node")
    assert.notInclude(packages, "yaml")
  })
  it("of a service has that one alone", async () => {
    assert.deepStrictEqual((await leftOf(`export { Ledger } from "gsd-engine"`)).ours, [
      "src/services/Ledger.ts"
    ])
  })
  it("of the layer has what the machine needs: the bundles above are small because something is left out", async () => {
    const { ours } = await leftOf(`export { GsdLive } from "gsd-engine"`)
    assert.include(ours, "src/layers/transaction/TransactionFile.ts")
    assert.include(ours, "src/layers/network/HttpNode.ts")
  })
})
