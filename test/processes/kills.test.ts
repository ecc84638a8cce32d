import { assert, describe, it } from "vitest"
import { protocol } from "../../src/layers/transaction/protocol.ts"
import { useTools } from "./support/setUp.ts"
import { durationOf, killAfter, killBehind } from "./support/strikes.ts"
import { caller, users } from "./support/users.ts"
import { groundFor } from "./support/walks.ts"
import { gsd, serve } from "./support/world.ts"

useTools()

const committing = protocol.findIndex((step) => step.phase === "commit")

const steps = protocol.map((step, index) => [step.name, index < committing ? "before" : "after"] as const)

describe("SIGKILL", () => {
  it("behind every step of a wired update leaves the old state before the commit, the new one from it on", async () => {
    const ground = await groundFor(caller, "update")
    const server = serve(caller)
    for (const [step, end] of steps) assert.strictEqual(await killBehind(ground, step, server), end, step)
  })
})

describe.each(users)("SIGKILL, $name", (user) => {
  it("at moments of a wired install leaves the old or the new state, and the next command works", async () => {
    const ground = await groundFor(user, "install")
    const server = serve(user)
    const duration = await durationOf(ground)
    for (const part of [0.2, 0.4, 0.6, 0.8]) await killAfter(ground, part * duration, server)
    const { code, stdout } = await gsd(ground.world, ["capability", "verify", "--json"])
    assert.deepStrictEqual([code, JSON.parse(stdout).verdict], [0, "ok"])
  })
})
