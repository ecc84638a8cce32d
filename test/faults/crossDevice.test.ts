import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { everyCrash } from "../../src/layers/fault/everyCrash.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { verify } from "../../src/pipelines/verify.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { nextCommand } from "./invariants.ts"
import { once } from "./once.ts"
import { seeded } from "./walks.ts"

const wait = Duration.seconds(30)
const own = "/home/ada/.gsd"

const diskOf = (mounts: ReadonlyArray<string>) =>
  MemoryDisk.make({
    directories: ["/home/ada", own],
    mounts: mounts.map((name) => `${own}/${name}`),
    files: below("/v1/hk-cap", capability())
  })

const installing = (disk: MemoryDisk.MemoryDisk) =>
  runOn(disk)(seeded(install(requestOf("/v1/hk-cap")), "across devices"))

/** Folders of ours that are half copied, or staged. */
const unfinished = (disk: MemoryDisk.MemoryDisk) =>
  [...disk.snapshot().keys()].filter((path) =>
    /\/(?:store|trash)\/\.unfinished|\/staging\/.|\/tx\/./u.test(path)
  )

describe("U17: H over several devices", () => {
  it.effect.each([["store"], ["staging"], ["trash"], ["store", "trash"], ["attention"]])(
    "installs, verifies and removes with %s on another one",
    (mounts) =>
      Effect.gen(function* () {
        const disk = diskOf(mounts)
        const run = runOn(disk)
        assert.deepInclude(yield* installing(disk), { status: "installed", warnings: [] })
        assert.strictEqual((yield* run(verify(globalScope, []))).verdict, "ok")
        assert.deepInclude(yield* run(remove({ id: "hk-cap", scope: globalScope, wait })), { warnings: [] })
        assert.deepStrictEqual(unfinished(disk), [])
        assert.deepInclude(yield* installing(disk), { status: "installed", warnings: [] })
      })
  )

  it.effect("leaves all or nothing, wherever the power goes", () =>
    Effect.gen(function* () {
      const disk = diskOf(["store"])
      const proveOnce = once()
      yield* everyCrash(
        installing,
        ({ disk: image }) =>
          proveOnce(
            image,
            Effect.gen(function* () {
              yield* nextCommand(image)
              assert.deepStrictEqual(unfinished(image), [])
              const rows = yield* runOn(image)(list(globalScope))
              assert.isTrue(
                rows.every((row) => row.status === "active"),
                JSON.stringify(rows)
              )
              assert.strictEqual((yield* runOn(image)(verify(globalScope, []))).verdict, "ok")
            })
          ),
        { start: disk }
      )
    })
  )
})
