import { assert, describe, it } from "vitest"
import { explore, type Explored } from "./explore.ts"
import { operations, type Operation } from "./world.ts"

/** Fewer disks than this means that the exploration itself broke; they are a little below what it sees. */
const floors: Record<
  Operation,
  { readonly images: number; readonly distinct: number; readonly calls: number }
> = {
  install: { images: 20_000, distinct: 300, calls: 40 },
  update: { images: 20_000, distinct: 300, calls: 50 },
  rollback: { images: 15_000, distinct: 200, calls: 40 },
  remove: { images: 6_000, distinct: 120, calls: 40 }
}

const proveSound = (operation: Operation, seen: Explored): void => {
  const floor = floors[operation]
  assert.deepStrictEqual(seen.violations, [])
  assert.isAbove(seen.images, floor.images)
  assert.isAbove(seen.distinct, floor.distinct)
  assert.isAtLeast(seen.calls, floor.calls)
  assert.isAtLeast(seen.recoveries, seen.distinct + seen.calls)
}

describe("the model of the transaction", () => {
  // Images of equal content are recovered once, so also I3 is exhaustive here: recovery interrupted at every call,
  // by every power loss, as often as anything new comes of it.
  it.each(operations)(
    "leaves %s old or new at every crash, and recovery wherever it is interrupted",
    (operation) => {
      proveSound(operation, explore(operation, { interrupts: () => true, kills: 1 }))
    }
  )

  it.each(operations)("keeps what a person edits between a crash of %s and its recovery", (operation) => {
    const seen = explore(operation, { edits: true })
    assert.deepStrictEqual(seen.violations, [])
    assert.isAbove(seen.recoveries, 3 * seen.distinct)
  })
})
