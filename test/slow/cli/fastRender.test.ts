import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { overlaysOf, writeHome } from "../../support/overlayHome.ts"
import { removeRooms } from "../../support/rooms.ts"
import { gsd, makeWorld, type World } from "../../cli/support/world.ts"

afterAll(removeRooms)

const kept = (world: World): string => join(world.home, ".gsd", "cache", "loop-global.json")

const lines: ReadonlyArray<ReadonlyArray<string>> = [
  ["plan:pre"],
  ["plan:pre", "--json"],
  ["plan:pre", "--markdown"],
  ["execute:wave:post", "--json"],
  ["ship:post"],
  ["plan:pre", "--json", "--set", "bench_2.on=false", "--set=workflow.research=false"],
  ["plan:pre", "--set", "bench_2.depth=7"],
  ["plan:pre", "--ws", "alpha", "--json"],
  ["plan:pre", "--ws=../up"],
  ["plan:pre", "--set", "nobody.knows=1"],
  ["plan:pre", "--set", "bench_2.on=perhaps", "--json"],
  ["plan:pre", "--project", "no-such-folder"]
]

/** More than effect/cli's own flags make no difference, and need its parser. */
const longWay = ["--log-level", "error"]

describe("gsd loop render by the fast path", () => {
  let world: World
  beforeAll(async () => {
    world = makeWorld()
    writeHome(world.home, overlaysOf(26))
    const workstream = join(world.work, ".planning", "workstreams", "alpha")
    mkdirSync(workstream, { recursive: true })
    writeFileSync(join(workstream, "config.json"), '{"bench_14":{"on":"no"}}')
    // Nothing is kept of files that are newer.
    await setTimeout(2500)
    assert.strictEqual(gsd(world, ["loop", "render", "plan:pre"]).code, 0)
  })

  it.each(lines)("says to %j what the whole program says", (...line) => {
    const argv = ["loop", "render", ...line]
    const fast = gsd(world, argv)
    assert.deepStrictEqual(fast, gsd(world, [...argv, ...longWay]), line.join(" "))
  })

  it("answers from what is kept, which only composing writes anew", () => {
    const before = statSync(kept(world)).ino
    const fast = gsd(world, ["loop", "render", "plan:pre", "--json"])
    assert.strictEqual(fast.code, 0)
    assert.strictEqual(statSync(kept(world)).ino, before)
    gsd(world, ["loop", "render", "plan:pre", "--json", ...longWay])
    assert.notStrictEqual(statSync(kept(world)).ino, before)
  })

  it("notices a manifest that was tampered with, of a capability without hooks at the point too", () => {
    const whole = gsd(world, ["loop", "render", "plan:pre", "--json"])
    const { contentHash } = JSON.parse(gsd(world, ["capability", "show", "bench-7", "--json"]).stdout)
    const manifest = join(
      world.home,
      ".gsd",
      "store",
      Buffer.from(contentHash.slice("sha512-".length), "base64").toString("hex").slice(0, 64),
      "bundle",
      "capability.json"
    )
    const bytes = readFileSync(manifest)
    chmodSync(manifest, 0o644)
    writeFileSync(manifest, bytes.toString().replace("Bench", "Bunch"))
    const points = ["plan:pre", "discuss:pre", "verify:post", "ship:post"]
    for (const point of points) {
      const argv = ["loop", "render", point, "--json"]
      assert.deepStrictEqual(gsd(world, argv), gsd(world, [...argv, ...longWay]))
    }
    const told = points.map((point) => gsd(world, ["loop", "render", point]).stderr).join("")
    assert.strictEqual(whole.code, 0)
    assert.include(told + gsd(world, ["loop", "render", "execute:wave:post"]).stderr, "bench-7")
  })
})
