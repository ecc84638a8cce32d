import { assert, describe, it } from "vitest"
import { protocol } from "../../../src/layers/transaction/protocol.ts"
import { useTools } from "../../processes/support/setUp.ts"
import { killBehind, killTwice } from "../../processes/support/strikes.ts"
import { caller } from "../../processes/support/users.ts"
import { groundFor, places, walks } from "../../processes/support/walks.ts"
import { program, serve } from "../../processes/support/world.ts"

useTools()

const committing = protocol.findIndex((step) => step.phase === "commit")

const cases = walks.flatMap((walk) => places.map((place) => [walk, place] as const))

describe.each(cases)("SIGKILL in a wired %s (%s)", (walk, place) => {
  it("behind every step leaves the old state before the commit, the new one from it on", async () => {
    const ground = await groundFor(caller, walk, { place })
    const server = place === "home" ? program : serve(caller)
    for (const [index, { name }] of protocol.entries()) {
      const end = await killBehind(ground, name, server)
      assert.strictEqual(end, index < committing ? "before" : "after", name)
    }
  })

  it("behind every step, and again in the recovery, leaves the same", async () => {
    const ground = await groundFor(caller, walk, { place })
    const server = serve(caller)
    for (const [index, { name }] of protocol.entries()) {
      const part = ((index * 5) % protocol.length) / protocol.length
      const end = await killTwice(ground, name, { part, server })
      assert.strictEqual(end, index < committing ? "before" : "after", name)
    }
  })
})
