import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { transform } from "esbuild"
import { assert, describe, it } from "vitest"
import { satisfies } from "semver"

const repository = dirname(dirname(import.meta.dirname))
const source = join(repository, "src/cli/bin.mjs")
const built = join(repository, "dist/gsd.mjs")
const manifest: { readonly version: string; readonly engines: { readonly node: string } } = JSON.parse(
  readFileSync(join(repository, "package.json"), "utf8")
)

const run = (node: string, args: ReadonlyArray<string>) => spawnSync(node, args, { encoding: "utf8" })

/** Makes the process believe it is another Node before the launcher is read. */
const pretend = (version: string) =>
  `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`

const runAs = (version: string) =>
  run(process.execPath, ["--import", pretend(version), source, "--version"]).status === 0

/** A Node on this machine, outside the repository, that the product does not support. */
const oldNode = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .map((folder) => join(folder, "node"))
  .find((node) => {
    if (!existsSync(node)) return false
    const version = run(node, ["--version"]).stdout.trim()
    return version !== "" && !satisfies(version, manifest.engines.node)
  })

describe("bin", () => {
  it("starts on exactly the versions that package.json names", () => {
    const versions = [
      "12.22.12",
      "20.20.2",
      "21.99.0",
      "22.22.1",
      "22.22.2",
      "22.23.0",
      "23.11.0",
      "24.14.9",
      "24.15.0",
      "25.1.0",
      "26.0.0",
      "30.1.2"
    ]
    for (const version of versions) {
      assert.strictEqual(runAs(version), satisfies(version, manifest.engines.node), version)
    }
  })

  it("says so in one line and exits 1 on an unsupported version", () => {
    const { status, stdout, stderr } = run(process.execPath, ["--import", pretend("20.1.0"), source, "list"])
    assert.deepStrictEqual(
      { status, stdout, stderr },
      {
        status: 1,
        stdout: "",
        stderr: `gsd: Node 20.1.0 is not supported; use Node ${manifest.engines.node}\n`
      }
    )
  })

  it.skipIf(oldNode === undefined)("says so on the machine's own old Node, where there is one", () => {
    for (const file of [source, built].filter((name) => existsSync(name))) {
      const { status, stdout, stderr } = run(oldNode ?? "", [file, "capability", "list"])
      assert.strictEqual(status, 1)
      assert.strictEqual(stdout, "")
      assert.match(stderr, /^gsd: Node \S+ is not supported; use Node [^\n]+\n$/)
    }
  })

  it("has no static import and no syntax younger than ES2015 but import()", async () => {
    const text = readFileSync(source, "utf8")
    assert.notMatch(text, /^\s*(import\s|export\s)/m)
    const supported = { "dynamic-import": true, "import-meta": true }
    const lowered = await transform(text, { format: "esm", target: "es2015", supported })
    const untouched = await transform(text, { format: "esm", target: "esnext" })
    assert.strictEqual(lowered.code, untouched.code)
  })

  it.skipIf(!existsSync(built))("answers --version with the package's version once built", () => {
    const { status, stdout, stderr } = run(process.execPath, [built, "--version"])
    assert.deepStrictEqual(
      { status, stdout, stderr },
      { status: 0, stdout: `${manifest.version}\n`, stderr: "" }
    )
  })
})
