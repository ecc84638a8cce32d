import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { DiskFailure } from "../../../src/domain/disk/errors.ts"
import * as DurableMemory from "../../../src/layers/disk/DurableMemory.ts"
import type { MemoryDisk } from "../../../src/layers/disk/MemoryDisk.ts"
import { everyCrash } from "../../../src/layers/fault/everyCrash.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { nextCommand, treeOf } from "../../faults/invariants.ts"
import { once } from "../../faults/once.ts"
import { diskBefore, project, runWalk, settingsFiles, type Walk } from "../../faults/walks.ts"

const onDisk = <A, E>(disk: MemoryDisk, work: (durable: Durable["Service"]) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(Durable, work), DurableMemory.layerOn(disk))

const own = `${project.root}/.gsd`
const elsewhere = "/elsewhere"

/** What happens to a project between a crash and the next command. */
const fates: ReadonlyArray<
  readonly [string, (durable: Durable["Service"]) => Effect.Effect<void, DiskFailure>]
> = [
  ["deleted", (durable) => durable.removeTree(project.root)],
  ["left without its folder of ours", (durable) => durable.removeTree(own)],
  [
    "given a link in place of its folder of ours",
    (durable) =>
      Effect.gen(function* () {
        yield* Effect.ignore(durable.rename(own, elsewhere))
        yield* Effect.ignore(durable.makeDirectory(elsewhere, { mode: 0o755 }))
        yield* durable.link(elsewhere, own)
      })
  ],
  [
    "given a file in place of its folder of ours",
    (durable) =>
      Effect.gen(function* () {
        yield* durable.removeTree(own)
        yield* durable.create(own, new Uint8Array(), { mode: 0o644 })
      })
  ],
  [
    "given a link that leads nowhere but to itself in place of its folder of ours",
    (durable) => Effect.andThen(durable.removeTree(own), durable.link(own, own))
  ],
  ["left without its records", (durable) => durable.removeTree("/home/ada/.gsd/projects")]
]

const below = (disk: MemoryDisk, folder: string): ReadonlyArray<string> =>
  [...treeOf(disk)].filter(([path]) => path.startsWith(folder)).map(([path, text]) => `${path} ${text}`)

const walks: ReadonlyArray<Walk> = ["install, in a project", "update, in a project", "remove, in a project"]

const settingsFolder = settingsFiles[0].slice(0, settingsFiles[0].lastIndexOf("/"))

describe("a project that changes between a crash and the next command", () => {
  it.effect.each(fates.flatMap(([name, fate]) => walks.map((walk) => [name, walk, fate] as const)))(
    "stops nobody and is not followed: %s, %s",
    ([, walk, fate]) =>
      Effect.gen(function* () {
        const proveOnce = once()
        yield* everyCrash(
          (disk) => runWalk(disk, walk),
          ({ disk }) =>
            proveOnce(
              disk,
              Effect.gen(function* () {
                yield* onDisk(disk, fate)
                const before = below(disk, elsewhere)
                yield* nextCommand(disk)
                assert.deepStrictEqual(below(disk, elsewhere), before)
                assert.isFalse([...disk.snapshot().keys()].some((path) => path.includes("/.gsd/tx/")))
              })
            ),
          { start: yield* diskBefore(walk), at: (step) => step % 4 === 1 }
        )
      })
  )

  it.effect.each(["install", "update", "remove"] as const)(
    "is not followed where the folder of a wired settings file became a link: %s",
    (name) =>
      Effect.gen(function* () {
        const walk: Walk = `${name}, in a project, wired`
        const proveOnce = once()
        yield* everyCrash(
          (disk) => runWalk(disk, walk),
          ({ disk }) =>
            proveOnce(
              disk,
              Effect.gen(function* () {
                yield* onDisk(disk, (durable) =>
                  Effect.andThen(
                    durable.rename(settingsFolder, elsewhere),
                    durable.link(elsewhere, settingsFolder)
                  )
                )
                const before = below(disk, elsewhere).filter((line) => !line.includes(".gsd-"))
                yield* nextCommand(disk)
                const after = below(disk, elsewhere).filter((line) => !line.includes(".gsd-"))
                assert.deepStrictEqual(after, before)
                assert.isFalse([...disk.snapshot().keys()].some((path) => path.includes("/.gsd/tx/")))
              })
            ),
          { start: yield* diskBefore(walk), at: (step) => step % 4 === 1 }
        )
      })
  )
})
