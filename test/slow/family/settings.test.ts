import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import type { FamilySettingsReport } from "../../../src/pipelines/familySettings.ts"
import { fileOf, folderOf, json, key, settings, textIn, worldWith } from "../../cli/support/familySettings.ts"
import { start } from "../../cli/support/world.ts"
import { removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

describe("gsd family settings", () => {
  it("refuses a command line that it does not understand with 2", () => {
    const world = worldWith()
    for (const args of [
      ["nonsense"],
      ["--nonsense"],
      ["set"],
      ["set", key],
      ["set", `${key}=1`, `${key}=2`],
      ["set", "a b=1"],
      ["unset"],
      ["unset", key, key],
      ["unset", "a-b"],
      ["explain"],
      ["reconcile", "--apply"],
      ["reconcile", "--check", "--repair"]
    ])
      assert.strictEqual(settings(world, args).code, 2, args.join(" "))
  })

  it("never writes through a link, nor where no file can be", () => {
    const world = worldWith(`${key}=1\n`)
    const real = join(world.root, "real")
    mkdirSync(real)
    writeFileSync(join(real, "bridge-settings.conf"), `${key}=4\n`)
    rmSync(fileOf(world))
    symlinkSync(join(real, "bridge-settings.conf"), fileOf(world))
    const linked = settings(world, ["set", `${key}=9`, "--apply"])
    assert.strictEqual(linked.code, 4)
    assert.include(linked.stderr, "it is a symbolic link")
    const row = json<FamilySettingsReport>(world, []).settings.find((one) => one.key === key)
    assert.strictEqual(row?.effective, "4")
    rmSync(folderOf(world), { recursive: true })
    symlinkSync(real, folderOf(world))
    assert.include(settings(world, ["set", `${key}=9`]).stderr, "its folder is a symbolic link")
    rmSync(folderOf(world))
    mkdirSync(fileOf(world), { recursive: true })
    assert.strictEqual(settings(world, ["set", `${key}=9`, "--apply"]).code, 4)
    assert.strictEqual(json<FamilySettingsReport>(world, []).fileState, "unusable")
    assert.strictEqual(readFileSync(join(real, "bridge-settings.conf"), "utf8"), `${key}=4\n`)
  })

  it("loses none of what several runs set at once", async () => {
    const world = worldWith("# mine\n")
    const assignments = [
      `${key}=9`,
      "AGY_HARD_TIMEOUT=5m",
      "AGY_REVIEW_MAX_TOTAL_BYTES=9",
      "CODEX_SERVICE_TIER=priority"
    ]
    const ends = await Promise.all(
      assignments.map((one) => {
        const { child, ended } = start(world, ["family", "settings", "set", one, "--apply"])
        child.stdin.end()
        return ended
      })
    )
    assert.deepStrictEqual(
      ends.map(({ code }) => code),
      [0, 0, 0, 0]
    )
    assert.deepStrictEqual(textIn(world).split("\n").toSorted(), ["", "# mine", ...assignments].toSorted())
    assert.deepStrictEqual(readdirSync(folderOf(world)), ["bridge-settings.conf"])
  })
})
