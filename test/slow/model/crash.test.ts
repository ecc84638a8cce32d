import { assert, describe, it } from "vitest"
import { explore } from "../../model/explore.ts"
import { operations } from "../../model/world.ts"

describe("the model of the transaction, killed again and again", () => {
  it.each(operations)(
    "leaves %s old or new after three kills in a row, a power loss at any call, edits by a person",
    (operation) => {
      const seen = explore(operation, { interrupts: () => true, kills: 3, edits: true })
      assert.deepStrictEqual(seen.violations, [])
      assert.isAbove(seen.images, 300_000)
      assert.isAbove(seen.recoveries, 10_000)
    }
  )

  // File systems that keep the order of names within a directory are the rule; the protocol does not need it.
  it.each(operations)(
    "leaves %s old or new even when any un-synced name may be lost and later ones kept",
    (operation) => {
      const seen = explore(operation, { interrupts: () => true, kills: 2, losses: "any", edits: true })
      assert.deepStrictEqual(seen.violations, [])
      assert.isAbove(seen.images, 50_000)
    }
  )
})
