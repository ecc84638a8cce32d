import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { concern, plan, program, putPlan, withLanes } from "../../cli/support/lanes.ts"
import { gsd, makeWorld, type World } from "../../cli/support/world.ts"
import { layRealMember } from "../../support/familyReal.ts"
import { removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const bridges = ["codex-cli-bridge", "antigravity-cli-bridge"]

/** A world with a plan and both bridges. */
const makeBridged = (): World => {
  const world = makeWorld()
  putPlan(world)
  for (const name of bridges) layRealMember(join(world.home, ".claude/skills", name), name)
  return world
}

/** Saves the lane of a bridge as stderr says. */
const save = (world: World, bridge: string) => {
  const made = gsd(world, ["family", "lane", bridge])
  assert.strictEqual(made.code, 0, made.stderr)
  assert.match(made.stderr, /evidenceClass is /u)
  mkdirSync(join(world.work, bridge))
  writeFileSync(join(world.work, bridge, "capability.json"), made.stdout)
}

const install = (world: World, bridge: string) => {
  const folder = `./${bridge}`
  assert.strictEqual(gsd(world, ["capability", "validate", folder]).code, 0)
  assert.strictEqual(gsd(world, ["capability", "install", folder]).code, 3)
  const ran = gsd(world, ["capability", "install", folder, "--yes"])
  assert.strictEqual(ran.code, 0, ran.stderr)
}

/** Fails unless it was started with a plan that is a file with a heading. */
const wrapper = `[ "$1" = plan ] && [ $# = 2 ] && grep -q "^# " "$2" || exit 9\n${concern("no rollback")}`

describe("gsd family lane", () => {
  it("prints what can be validated and installed, and what a wrapper answers then", () => {
    const world = makeBridged()
    for (const bridge of bridges) {
      save(world, bridge)
      install(world, bridge)
    }
    for (const name of ["codex-review", "agy-review"]) program(world, name, wrapper)
    const flags = ["--plan", plan, ...bridges.map((bridge) => `--${bridge}`)]
    const planned = gsd(world, ["review", "plan", ...flags], withLanes(world))
    assert.match(planned.stdout, /codex-review plan \/.*codex-cli-bridge\.prompt\.md$/mu)
    const ran = gsd(world, ["review", "run", ...flags, "--json"], withLanes(world))
    assert.strictEqual(ran.code, 0, ran.stdout + ran.stderr)
    const { lanes } = JSON.parse(ran.stdout)
    assert.deepStrictEqual(
      lanes.map(({ outcome, slug }: { outcome: string; slug: string }) => [slug, outcome]),
      [
        ["antigravity-cli-bridge", "completed"],
        ["codex-cli-bridge", "completed"]
      ]
    )
  })
})
