import * as Effect from "effect/Effect"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { everyCrash } from "../../src/layers/fault/everyCrash.ts"
import { endsOf, proveEnds } from "./ends.ts"
import { nextCommand } from "./invariants.ts"
import { once } from "./once.ts"
import { runWalk, type Walk } from "./walks.ts"

/** Without one there is nothing to recover: the next command sweeps the staging, as the plain matrix shows. */
const hasTransaction = (disk: MemoryDisk): boolean =>
  [...disk.snapshot().keys()].some((path) => path.includes("/.gsd/tx/"))

/** I3: whatever step of the recovery the power is lost at, the recovery after it ends in the same states. */
export const recoversInterrupted = Effect.fnUntraced(function* (walk: Walk, at: (step: number) => boolean) {
  const { start, ends } = yield* endsOf(walk)
  const outer = once()
  const inner = once()
  yield* everyCrash(
    (disk) => runWalk(disk, walk),
    ({ disk }) => {
      if (!hasTransaction(disk)) return Effect.void
      const recovery = everyCrash(nextCommand, (again) => inner(again.disk, proveEnds(again.disk, ends)), {
        start: disk
      })
      return outer(disk, Effect.asVoid(recovery))
    },
    { start, at }
  )
})
