import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, expect, it } from "vitest"
import { removeRooms } from "../support/rooms.ts"
import { gsd, installed, makeWorld, repository, shot, tree } from "./support/world.ts"

afterAll(removeRooms)

describe("gsd capability init", () => {
  for (const role of ["feature", "reviewer"]) {
    it(`makes a ${role} that validates without a word and installs`, () => {
      const world = makeWorld()
      const made = gsd(world, ["capability", "init", "owl", "--role", role])
      expect(shot(world, made)).toMatchSnapshot()
      const judged = gsd(world, ["capability", "validate", "owl", "--json"])
      assert.deepStrictEqual(JSON.parse(judged.stdout)[0].problems, [])
      assert.strictEqual(judged.code, 0)
      assert.strictEqual(installed(world, join(world.work, "owl")).code, 0)
    })
  }

  it("makes a hook that can be started", () => {
    const world = makeWorld()
    gsd(world, ["capability", "init", "owl"])
    assert.strictEqual(statSync(join(world.work, "owl/hooks/session-start.sh")).mode & 0o777, 0o755)
  })

  it("needs nobody's home and writes nothing into one", () => {
    const world = makeWorld()
    assert.strictEqual(gsd(world, ["cap", "init", "owl"]).code, 0)
    assert.deepStrictEqual(tree(world), [])
  })

  it("prints one document with --json", () => {
    const world = makeWorld()
    const { code, stderr, stdout } = gsd(world, ["capability", "init", "owl", "--json"])
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    const made = JSON.parse(stdout)
    assert.deepStrictEqual(Object.keys(made), ["id", "role", "path", "schema", "files", "next"])
    assert.strictEqual(made.path, join(world.work, "owl"))
  })

  it("refuses with 4 what would overwrite, and changes nothing", () => {
    const world = makeWorld()
    mkdirSync(join(world.work, "owl"))
    writeFileSync(join(world.work, "owl/README.md"), "mine")
    const refused = gsd(world, ["capability", "init", "owl"])
    expect(shot(world, refused)).toMatchSnapshot()
    assert.strictEqual(readFileSync(join(world.work, "owl/README.md"), "utf8"), "mine")
    assert.isFalse(existsSync(join(world.work, "owl/capability.json")))
    const { error } = JSON.parse(gsd(world, ["capability", "init", "owl", "--json"]).stdout)
    assert.deepStrictEqual([error._tag, error.exitCode], ["ScaffoldBlocked", 4])
  })

  it("refuses with 4 an id that cannot be installed, in the validator's words", () => {
    const world = makeWorld()
    for (const id of ["Owl", "gsd-owl", "codex", "../owl"])
      expect(shot(world, gsd(world, ["capability", "init", id]))).toMatchSnapshot()
    assert.strictEqual(gsd(world, ["capability", "init", "owl", "--role", "runtime"]).code, 2)
  })

  it.skipIf(process.getuid?.() === 0)("fails with 1 where it may not write", () => {
    const world = makeWorld()
    chmodSync(world.work, 0o500)
    const { code } = gsd(world, ["capability", "init", "owl"])
    chmodSync(world.work, 0o700)
    assert.strictEqual(code, 1)
  })
})

describe("gsd schema capability", () => {
  it("prints what the package publishes, and the same as one line with --json", () => {
    const world = makeWorld()
    const { code, stderr, stdout } = gsd(world, ["schema", "capability"])
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"))
    const published = join(repository, manifest.exports["./capability.schema.json"])
    assert.strictEqual(stdout, readFileSync(published, "utf8"))
    const json = gsd(world, ["schema", "capability", "--json"]).stdout
    assert.deepStrictEqual(JSON.parse(json), JSON.parse(stdout))
    assert.strictEqual(json.trimEnd().split("\n").length, 1)
    assert.include(manifest.files, "schema")
  })

  it("ends with 2 for a name that it does not know, and without one", () => {
    const world = makeWorld()
    assert.strictEqual(gsd(world, ["schema", "runtime"]).code, 2)
    assert.strictEqual(gsd(world, ["schema"]).code, 2)
  })
})

describe("help", () => {
  for (const path of [["capability", "init"], ["schema"]])
    it(`of gsd ${path.join(" ")} has an example and fits 80 columns`, () => {
      const { code, stdout } = gsd(makeWorld(), [...path, "--help"])
      assert.strictEqual(code, 0)
      assert.match(stdout, /Examples\n {2}\S/)
      assert.deepStrictEqual(
        stdout.split("\n").filter((line) => line.length > 80),
        []
      )
      expect(stdout).toMatchSnapshot()
    })
})
