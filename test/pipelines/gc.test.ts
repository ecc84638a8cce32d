import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { hexOfIntegrity } from "../../src/domain/hash.ts"
import { globalScope, pathsOf, storeKey } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { gc, gcDryRun } from "../../src/pipelines/gc.ts"
import { history } from "../../src/pipelines/history.ts"
import { install } from "../../src/pipelines/install.ts"
import { everyCrash } from "../../src/layers/fault/everyCrash.ts"
import { Artifacts } from "../../src/services/Artifacts.ts"
import { Ledger } from "../../src/services/Ledger.ts"
import { nextCommand, proveTree, reportedOn, treeOf as treeOutside, type Ends } from "../faults/invariants.ts"
import { once } from "../faults/once.ts"
import { seeded } from "../faults/walks.ts"
import { filesOf, tgz } from "../layers/archive/build.ts"
import { capability } from "../support/capabilities.ts"
import { treatOn } from "../support/doctor.ts"
import { requestOf } from "../support/engine.ts"
import { lifeOf } from "../support/life.ts"
import { treeOf } from "../support/refusal.ts"
import { write } from "../support/wired.ts"

const paths = pathsOf("/home/ada/.gsd")
const request = { scope: globalScope, wait: requestOf("").wait }
const two = capability({ version: "1.1.0" }, { "README.md": "two\n" })
const three = capability({ version: "1.2.0" }, { "README.md": "three\n" })

/** Three generations of one capability, of which a policy keeps one from now on. */
const grown = Effect.gen(function* () {
  const life = lifeOf()
  yield* life.install()
  yield* life.source(two)
  yield* life.update()
  yield* life.source(three)
  yield* life.update()
  return life
})

const keepOne = (disk: MemoryDisk) => write(disk, paths.policy, '{"generations":1}')

const inTrash = (disk: MemoryDisk): ReadonlyArray<string> =>
  [...disk.snapshot().keys()].filter((path) => /^\/home\/ada\/\.gsd\/trash\/[^/]+$/u.test(path))

/** What is reported before any repair, and the tree after it, are those of before or of after. */
const proveEndsUnwired = Effect.fnUntraced(function* (disk: MemoryDisk, ends: Ends) {
  const report = JSON.stringify(yield* reportedOn(disk.copy()))
  assert.isTrue(
    ends.reports.some((one) => JSON.stringify(one) === report),
    report
  )
  yield* nextCommand(disk)
  proveTree(disk, ends)
})

const contentsOf = (disk: MemoryDisk) =>
  treatOn(disk)(
    Effect.map(
      Effect.flatMap(Ledger, (ledger) => ledger.read(globalScope)),
      ({ entries }) => [...entries.values()].flatMap(({ generations }) => generations)
    )
  )

const stored = (disk: MemoryDisk, contentHash: string): boolean =>
  disk.snapshot().has(`${paths.store}/${storeKey(contentHash)}`)

describe("gc", () => {
  it.effect("has nothing to do where everything is named, and writes nothing", () =>
    Effect.gen(function* () {
      const { disk } = yield* grown
      const before = treeOf(disk)
      const report = yield* treatOn(disk)(gc(request))
      assert.deepStrictEqual(report, {
        scope: "global",
        generations: [],
        bundles: [],
        trash: [],
        cache: [],
        stagings: [],
        freedBytes: 0,
        warnings: []
      })
      assert.deepStrictEqual(treeOf(disk), before)
    })
  )

  it.effect(
    "lets generations beyond the policy go, with their bundles and consent; a dry run says so first",
    () =>
      Effect.gen(function* () {
        const { disk, run } = yield* grown
        const [first, second, third] = yield* contentsOf(disk)
        yield* keepOne(disk)
        const before = treeOf(disk)
        const planned = yield* treatOn(disk)(gcDryRun(request))
        assert.deepStrictEqual(treeOf(disk), before)
        const report = yield* treatOn(disk)(gc(request))
        const { dryRun, ...same } = planned
        assert.isTrue(dryRun)
        assert.deepStrictEqual(same, report)
        assert.deepStrictEqual(report.generations, [
          { id: "hk-cap", generation: 1, version: "1.0.0" },
          { id: "hk-cap", generation: 2, version: "1.1.0" }
        ])
        assert.deepStrictEqual(
          [first, second, third].map((one) => stored(disk, one?.contentHash ?? "")),
          [false, false, true]
        )
        assert.strictEqual(inTrash(disk).length, 2, "they wait in trash")
        const { generations } = yield* run(history(globalScope, "hk-cap"))
        assert.deepStrictEqual(
          generations.map(({ active, bytes, consent, generation }) => [generation, active, consent, bytes]),
          [[3, true, "stands", "ok"]]
        )
      })
  )

  it.effect("empties trash only of what lay there for an hour", () =>
    Effect.gen(function* () {
      const { disk } = yield* grown
      yield* keepOne(disk)
      yield* treatOn(disk)(gc(request))
      yield* TestClock.adjust("59 minutes")
      assert.deepStrictEqual((yield* treatOn(disk)(gc(request))).trash, [])
      assert.strictEqual(inTrash(disk).length, 2)
      yield* TestClock.adjust("2 minutes")
      const report = yield* treatOn(disk)(gc(request))
      assert.strictEqual(report.trash.length, 2)
      assert.isAbove(report.freedBytes, 100)
      assert.deepStrictEqual(inTrash(disk), [])
    })
  )

  it.effect(
    "keeps a bundle that another scope's ledger names, and all of them while one cannot be read",
    () =>
      Effect.gen(function* () {
        const { disk, run } = yield* grown
        const project = projectScope("/workspace/p")
        yield* write(disk, "/workspace/p/README.md", "theirs\n")
        yield* run(install(requestOf("/src/hk-cap", { scope: project })))
        const [first] = yield* contentsOf(disk)
        const ledger = paths.ledger(project)
        yield* write(disk, ledger, "{")
        yield* keepOne(disk)
        yield* treatOn(disk)(gc(request))
        assert.isTrue(stored(disk, first?.contentHash ?? ""))
        assert.deepStrictEqual(inTrash(disk), [])
      })
  )
})

describe("gc, when the power is lost", () => {
  it.effect("leaves everything as before or as after", () =>
    Effect.gen(function* () {
      const { disk: start } = yield* grown
      yield* keepOne(start)
      const program = (disk: MemoryDisk) => treatOn(disk)(seeded(gc(request), "the collection"))
      const done = start.copy()
      yield* program(done)
      const ends: Ends = {
        trees: [treeOutside(start), treeOutside(done)],
        reports: [yield* reportedOn(start.copy()), yield* reportedOn(done.copy())]
      }
      const proveOnce = once()
      yield* everyCrash(program, ({ disk }) => proveOnce(disk, proveEndsUnwired(disk, ends)), { start })
    })
  )
})

describe("gc, of fetched files", () => {
  const keep = (disk: MemoryDisk, name: string, bytes: Uint8Array) =>
    Effect.gen(function* () {
      yield* write(disk, `/src/${name}`, bytes)
      const { sha512 } = yield* treatOn(disk)(
        Effect.scoped(Effect.flatMap(Artifacts, (artifacts) => artifacts.keep(`/src/${name}`)))
      )
      return sha512
    })

  it.effect("deletes those that no kept generation came in, once they are an hour old", () => {
    const { disk, run } = lifeOf()
    return Effect.gen(function* () {
      const archive = tgz(filesOf(two, "hk-cap/"))
      const needed = yield* keep(disk, "needed.tgz", archive)
      const unused = yield* keep(disk, "unused.tgz", tgz(filesOf(three, "hk-cap/")))
      yield* run(install(requestOf("/src/needed.tgz")))
      yield* write(disk, `${paths.parts}/0123456789abcdef`, "half a file")
      const stands = (digest: string) => disk.snapshot().has(`${paths.artifacts}/${hexOfIntegrity(digest)}`)
      assert.deepStrictEqual((yield* treatOn(disk)(gc(request))).cache, [])
      yield* TestClock.adjust("61 minutes")
      const report = yield* treatOn(disk)(gc(request))
      assert.deepStrictEqual(
        report.cache.map(({ path }) => path),
        [`${paths.artifacts}/${hexOfIntegrity(unused)}`, `${paths.parts}/0123456789abcdef`]
      )
      assert.isTrue(stands(needed))
      assert.isFalse(stands(unused))
    })
  })
})
