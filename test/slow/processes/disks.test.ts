import { describe, it } from "vitest"
import { proveLevels, type Filled, type Scarce } from "../../processes/support/fullDisk.ts"
import { unmountable } from "../../processes/support/mounts.ts"
import { useTools } from "../../processes/support/setUp.ts"

useTools()

const levels = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 40]

const cases: ReadonlyArray<readonly [Filled, Scarce]> = [
  ["install", "bytes"],
  ["install", "names"],
  ["update", "bytes"],
  ["update", "names"]
]

const why = unmountable === undefined ? "" : ` (skipped: ${unmountable})`

describe.skipIf(unmountable !== undefined)(`on a disk with few bytes or names left${why}`, () => {
  it.each(cases)("%s (%s) succeeds, or fails as `full` and leaves the old state", async (command, scarce) => {
    await proveLevels(scarce, command, levels)
  })
})
