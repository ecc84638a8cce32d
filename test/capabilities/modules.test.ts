import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { features } from "./shipped.ts"

const root = join(import.meta.dirname, "../..")

const commands = features.flatMap(({ id, manifest }) =>
  (manifest.commands ?? []).map((command) => ({ id, ...command }))
)

describe("command modules that the product brings along", () => {
  it("are there, and export the functions that their manifests name", () => {
    assert.includeMembers(
      commands.map(({ family }) => family),
      ["audit-open", "audit-uat", "graphify", "intel"]
    )
    for (const { id, module, router } of commands) {
      const file = join(root, "capabilities", id, module)
      const code = `process.exit(typeof require(process.argv[1])[process.argv[2]] === "function" ? 0 : 1)`
      assert.strictEqual(spawnSync(process.execPath, ["-e", code, file, router]).status, 0, `${id}: ${router}`)
    }
  })

  it("have the same copy of what several of them need", () => {
    for (const name of ["project.cjs", "sources.cjs", "scan.cjs", "languages.cjs"]) {
      const copies = ["audit", "graphify", "intel"]
        .map((id) => join(root, "capabilities", id, name))
        .filter((file) => existsSync(file))
        .map((file) => readFileSync(file, "utf8"))
      assert.isAtLeast(copies.length, 2, name)
      assert.lengthOf(new Set(copies), 1, name)
    }
  })

  it("are checked by the compiler, each with its first line", () => {
    for (const { files, id } of features)
      for (const [path, text] of files)
        if (path.endsWith(".cjs")) assert.match(text, /^\/\/ @ts-check\n/u, `${id}/${path}`)
    const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
      readFileSync(join(root, "package.json"), "utf8")
    )
    assert.include(scripts["types"], "tsconfig.modules.json")
  })
})
