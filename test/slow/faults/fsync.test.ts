import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import { everyCrash } from "../../../src/layers/fault/everyCrash.ts"
import { endsOf, proveEnds } from "../../faults/ends.ts"
import { once } from "../../faults/once.ts"
import { runWalk, type Walk } from "../../faults/walks.ts"

type Plant = (real: FileSystem.FileSystem) => FileSystem.FileSystem

/** A file system whose files are changed by `change`. */
const withFiles =
  (change: (file: FileSystem.File, path: string) => FileSystem.File): Plant =>
  (real) =>
    FileSystem.make({
      ...real,
      open: (path, options) => Effect.map(real.open(path, options), (file) => change(file, path))
    })

/** Tries an fsync that failed again, and believes the second answer: the kernel has dropped the bytes by then. */
const retryingSync = withFiles((file) => ({ ...file, sync: file.sync.pipe(Effect.catch(() => file.sync)) }))

/** Does not fsync files whose path fits. */
const withoutSync = (path: RegExp) =>
  withFiles((file, at) => (path.test(at) ? { ...file, sync: Effect.void } : file))

/** Lets the n-th fsync of a walk fail for every n, cuts the power right after, and proves both ends. */
const everySync = Effect.fnUntraced(function* (walk: Walk, fileSystem?: Plant) {
  const { start, ends } = yield* endsOf(walk)
  const proveOnce = once()
  let failed = 0
  for (let nth = 1; ; nth += 1) {
    const disk = start.copy()
    disk.failSyncAt(nth)
    yield* Effect.exit(runWalk(disk, walk, fileSystem === undefined ? {} : { fileSystem }))
    if (disk.syncs() < nth) return failed
    failed += 1
    disk.powerOff()
    for (const image of disk.crashImages()) yield* proveOnce(image.disk, proveEnds(image.disk, ends))
  }
})

const everyStep = Effect.fnUntraced(function* (walk: Walk, fileSystem: Plant) {
  const { start, ends } = yield* endsOf(walk)
  const proveOnce = once()
  return yield* everyCrash(
    (disk) => runWalk(disk, walk, { fileSystem }),
    ({ disk }) => proveOnce(disk, proveEnds(disk, ends)),
    { start }
  )
})

const isCaught = <A, E>(matrix: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(matrix)
    assert.isTrue(Exit.isFailure(exit), "nothing noticed")
    if (Exit.isFailure(exit))
      assert.match(Cause.pretty(exit.cause), /reported before repair|differs from before|crash before step/u)
  })

describe("an fsync that fails", () => {
  it.effect.each<Walk>(["install", "update", "remove", "install, in a project"])(
    "leaves %s before or after",
    (walk) =>
      Effect.gen(function* () {
        assert.isAbove(yield* everySync(walk), 10)
      })
  )

  it.effect("is caught when it is believed after a retry", () => isCaught(everySync("update", retryingSync)))
})

describe("an fsync that is left out", () => {
  const files: ReadonlyArray<readonly [string, RegExp, Walk?]> = [
    ["of the before-images", /\/[0-9]+\.before$/u, "update, wired"],
    ["of vendored files", /\.a\.sh\.gsd-/u, "install, in a project"],
    ["of folders made for vendored files", /\/\.gsd\/capabilities$/u, "install, in a project"],
    ["of settings files", /\.settings\.json\.gsd-/u, "install, wired"],
    ["of the ledger's temporary", /\.ledger\.json\.gsd-/u],
    ["of the consent store's temporary", /\.consent\.json\.gsd-/u],
    ["of the journal", /journal\.json\.tmp$/u],
    ["of the journal's directory", /\/tx\/[0-9a-f]{16}$/u],
    ["of the store's directory", /\/store$/u],
    ["of staged files", /\/staging\/[0-9a-f]{16}\/bundle\/.*\.(?:sh|md|json)$/u],
    ["of staged directories", /\/staging\/[0-9a-f]{16}\/bundle(?:\/[a-z-]+)*$/u]
  ]
  it.effect.each(files)("is caught: %s", ([, path, walk]) =>
    isCaught(everyStep(walk ?? "install", withoutSync(path)))
  )
})
