import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { headOf } from "../../src/layers/overlay/headOf.ts"
import { removeRooms } from "../support/rooms.ts"
import { environment, gsd, makeWorld, program } from "./support/world.ts"

afterAll(removeRooms)

const row = {
  id: "kept",
  role: "feature",
  version: "1.0.0",
  tier: "full",
  origin: "overlay",
  scope: "global",
  source: "/home/ada/kept",
  status: "active",
  wired: []
}

describe("gsd capability list", () => {
  it("prints what was kept, in each form, until something that it was made from changes", () => {
    const world = makeWorld()
    const cache = join(world.home, ".gsd/cache")
    const listed = (...flags: ReadonlyArray<string>) => {
      const { code, stderr, stdout } = gsd(world, ["capability", "list", ...flags])
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
      return stdout
    }
    assert.strictEqual(listed("--json"), "[]\n")
    assert.strictEqual(listed(), "No capability is installed.\n")
    assert.deepStrictEqual(readdirSync(world.home), [])
    mkdirSync(join(world.home, ".gsd"), { mode: 0o700 })
    assert.strictEqual(listed("--json"), "[]\n")
    const [name = "none", ...others] = readdirSync(cache)
    assert.match(name, /^list-/u)
    assert.deepStrictEqual(others, [])
    // Other rows with a sum that fits: what is printed now can only come from there.
    const [head = "", basis = ""] = readFileSync(join(cache, name), "utf8").split("\n")
    const body = `${basis}\n${JSON.stringify([row])}`
    const [key] = JSON.parse(head)
    writeFileSync(join(cache, name), `${headOf(key, new TextEncoder().encode(body))}\n${body}`)
    assert.strictEqual(listed("--json"), `${JSON.stringify([row])}\n`)
    assert.match(listed(), /^ID .*\nkept +1\.0\.0 +active +feature +never\n$/u)
    mkdirSync(join(world.home, ".gsd/capabilities/stray"), { recursive: true })
    assert.include(listed("--json"), '"id":"stray"')
  })

  it("is printed where the working directory is gone", () => {
    const world = makeWorld()
    const script = 'rmdir "$PWD" && exec "$0" "$@"'
    const args = ["-c", script, process.execPath, program, "capability", "list", "--json"]
    const done = spawnSync("sh", args, { cwd: world.work, encoding: "utf8", env: environment(world) })
    assert.deepStrictEqual(
      { code: done.status, stdout: done.stdout, stderr: done.stderr },
      { code: 0, stdout: "[]\n", stderr: "" }
    )
  })
})
