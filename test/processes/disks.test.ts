import { chmodSync } from "node:fs"
import { assert, describe, it } from "vitest"
import type { Ran } from "./support/children.ts"
import { proveLevels } from "./support/fullDisk.ts"
import { mounted, unmountable } from "./support/mounts.ts"
import { useTools } from "./support/setUp.ts"
import { differences, readTree, shown } from "./support/state.ts"
import { caller, give, isRoot, nobody } from "./support/users.ts"
import { gsd, makeWorld, publish, publishSmall } from "./support/world.ts"

useTools()

const errorOf = (ran: Ran) => JSON.parse(ran.stdout).error

const mounting = unmountable === undefined ? "" : ` (skipped: ${unmountable})`

describe.skipIf(unmountable !== undefined)(`on a small disk${mounting}`, () => {
  it("an update succeeds, or fails as `full` and leaves the old state", async () => {
    await proveLevels("bytes", "update", [0, 3, 9, 40])
  })

  it("an install succeeds, or fails as `full` and leaves the old state", async () => {
    await proveLevels("names", "install", [0, 4, 40])
  })
})

describe.skipIf(unmountable !== undefined)(`on a read-only home${mounting}`, () => {
  it("U19: reading commands work, and an install refuses before it fetches", async () => {
    const world = makeWorld(caller)
    publishSmall(world, "hk-cap", { id: "hk-cap" })
    // What it would fetch is no capability at all, which it must not come to see.
    publish(world, "broken", { "capability.json": "{" })
    assert.strictEqual((await gsd(world, ["capability", "install", "./hk-cap", "--yes"])).code, 0)
    const before = shown(readTree(world.home))
    const inside = await mounted(world, 'mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"')
    for (const args of [["list"], ["verify"], ["show", "hk-cap"], ["path", "hk-cap"]]) {
      const ran = await inside.gsd(["capability", ...args]).ended
      assert.deepStrictEqual([ran.code, ran.stderr], [0, ""], args.join(" "))
    }
    for (const spec of ["./hk-cap", "./broken"]) {
      const ran = await inside.gsd(["capability", "install", spec, "--yes", "--json"]).ended
      const error = errorOf(ran)
      assert.deepStrictEqual([ran.code, error.details.reason], [1, "read-only"], ran.stdout)
      assert.include(error.message, world.own)
      assert.match(error.hints.join("\n"), /--root DIR.*GSD_HOME/u)
    }
    const removed = await inside.gsd(["capability", "remove", "hk-cap", "--json"]).ended
    assert.strictEqual(removed.code, 1, removed.stdout)
    assert.include(["DiskFailure", "LockNotWritable"], errorOf(removed)._tag)
    assert.deepStrictEqual(differences(shown(readTree(world.home)), before), [])
  })
})

const others = isRoot ? "" : " (skipped: only root may run as others)"

describe.skipIf(!isRoot)(`a root of another user${others}`, () => {
  it.each([
    ["root's, used by nobody", caller, nobody],
    ["nobody's, used by root", nobody, caller]
  ] as const)("%s, is refused by every command", async (_, owner, user) => {
    const world = makeWorld(owner)
    publishSmall(world, "hk-cap", { id: "hk-cap" })
    assert.strictEqual((await gsd(world, ["capability", "install", "./hk-cap", "--yes"])).code, 0)
    const before = shown(readTree(world.home))
    // Everybody may come as far as H and see whose it is.
    for (const path of [world.root, world.home, world.work]) chmodSync(path, 0o755)
    for (const args of [["install", "./hk-cap", "--yes"], ["list"], ["verify"], ["remove", "hk-cap"]]) {
      const ran = await gsd({ ...world, user }, ["capability", ...args, "--json"])
      assert.deepStrictEqual([ran.code, errorOf(ran)._tag], [4, "HomeUnsafe"], args.join(" "))
      assert.match(errorOf(ran).message, /belongs to user \d+, and this is user \d+/u)
    }
    chmodSync(world.home, 0o700)
    assert.deepStrictEqual(differences(shown(readTree(world.home)), before), [])
  })

  it("is refused where it cannot even be looked into", async () => {
    const world = makeWorld(nobody)
    publishSmall(world, "hk-cap", { id: "hk-cap" })
    assert.strictEqual((await gsd(world, ["capability", "install", "./hk-cap", "--yes"])).code, 0)
    give(world.home, { name: "another", id: 65_533 })
    for (const path of [world.root, world.work]) chmodSync(path, 0o755)
    const ran = await gsd(world, ["capability", "list", "--json"])
    assert.include([1, 4], ran.code)
    assert.include(["HomeUnsafe", "DiskFailure"], errorOf(ran)._tag)
  })
})
