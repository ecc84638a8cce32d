import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { removeRooms } from "../support/rooms.ts"
import { plan, putPlan, reviewed } from "./support/lanes.ts"
import { gsd, makeWorld, type World } from "./support/world.ts"

afterAll(removeRooms)

const makeReviewed = (): World => {
  const world = makeWorld()
  putPlan(world)
  return world
}

/** Nobody listens there. */
const nowhere = "postgres://ada@127.0.0.1:1/reviews"

const asked = (world: World, args: ReadonlyArray<string>) =>
  gsd(world, ["review", "--plan", plan, "--plan-lint", "--json", ...args], {
    env: { GSD_CLUSTER_PASSWORD: "s3cret" }
  })

interface Failed {
  readonly error: { readonly _tag: string; readonly message: string; readonly exitCode: number }
}

const errorOf = ({ stdout }: { readonly stdout: string }): Failed["error"] => {
  const { error }: Failed = JSON.parse(stdout)
  return error
}

describe("gsd review --cluster", () => {
  it("says which storage cannot be reached, without its password, and starts nothing", () => {
    const ran = asked(makeReviewed(), ["--cluster", nowhere])
    assert.deepInclude(errorOf(ran), { _tag: "ClusterUnreachable", exitCode: 1 })
    assert.include(errorOf(ran).message, "`postgres://ada@127.0.0.1:1/reviews` cannot be used: ")
    assert.include(errorOf(ran).message, "ECONNREFUSED")
    assert.strictEqual(ran.code, 1)
    assert.notInclude(ran.stdout + ran.stderr, "s3cret")
  })

  it("refuses an address of another kind, and a wait that counts for nothing", () => {
    const world = makeReviewed()
    const ran = asked(world, ["--cluster", "mysql://ada:s3cret@db.example/reviews"])
    assert.deepInclude(errorOf(ran), { _tag: "ClusterAddressInvalid", exitCode: 2 })
    assert.notInclude(ran.stdout + ran.stderr, "s3cret")
    assert.deepInclude(errorOf(asked(world, ["--wait", "5"])), { exitCode: 2 })
    assert.deepInclude(errorOf(asked(world, ["--cluster", "x.db", "--wait", "-1"])), { exitCode: 2 })
  })

  it("has a lane that nobody offers be an outcome, and lists who is there", () => {
    const world = makeReviewed()
    const file = join(world.root, "cluster.db")
    const { code, document } = reviewed(world, ["--plan-lint", "--cluster", file, "--wait", "0"])
    assert.deepStrictEqual([code, document.verdict], [7, "degraded"])
    assert.deepInclude(document.lanes[0], { slug: "plan-lint", outcome: "unavailable", reason: "no-runner" })
    const listed = gsd(world, ["review", "runners", "--cluster", file])
    assert.deepStrictEqual(listed, { code: 0, stdout: `No runner is there: ${file}\n`, stderr: "" })
  })
})
