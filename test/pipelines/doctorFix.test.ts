import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { Treatment } from "../../src/domain/doctor/treatment.ts"
import { globalScope } from "../../src/domain/paths.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { everyCrash } from "../../src/layers/fault/everyCrash.ts"
import { doctorFix } from "../../src/pipelines/doctorFix.ts"
import { disable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { once } from "../faults/once.ts"
import { nextCommand, proveTree, treeOf as stateOf } from "../faults/invariants.ts"
import { seeded } from "../faults/walks.ts"
import { answering, treatOn } from "../support/doctor.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { treeOf } from "../support/refusal.ts"
import { storeFiles } from "../support/store.ts"
import { onDisk, settings, textAt, wiredDisk, write } from "../support/wired.ts"

const scope = globalScope
const wait = Duration.seconds(30)
const id = "hk-cap"
const h = "/home/ada/.gsd"

const fix = Effect.fnUntraced(function* (disk: MemoryDisk, yes = true) {
  const { asked, requested } = answering(yes)
  const treatment = yield* treatOn(disk)(doctorFix(scope, requested))
  assert.deepStrictEqual(yield* Schema.decodeEffect(Treatment)(treatment), treatment)
  const outcomes = treatment.findings.map((one) => `${one.kind} ${one.outcome}`)
  return { ...treatment, asked, outcomes }
})

/** Everything that needs no question is wrong: an interrupted command, a dead staging, a bundle and a record for nothing. */
const littered = Effect.gen(function* () {
  const disk = yield* wiredDisk
  yield* runOn(disk)(storeFiles({ "capability.json": "{}" }))
  const store: { records: ReadonlyArray<object> } = JSON.parse(textAt(disk, `${h}/consent.json`))
  const records = [...store.records, { ...store.records[0], id: "gone" }]
  yield* write(disk, `${h}/consent.json`, JSON.stringify({ version: "1", records }))
  yield* write(disk, `${h}/staging/0011/bundle/a`, "half")
  yield* write(disk, `${h}/tx/00112233aabbccdd/journal.json.tmp`, "half")
  return disk.copy()
})

/** A host wrote an old copy back: the hook of a removed capability is there, and ours is not. */
const stale = Effect.gen(function* () {
  const disk = yield* wiredDisk
  yield* runOn(disk)(install(requestOf("/other/other", { wire: [settings] })))
  const both = textAt(disk, settings)
  yield* runOn(disk)(remove({ id: "other", scope, wait }))
  const document = JSON.parse(both)
  document.hooks.SessionStart.shift()
  delete document.mcpServers
  yield* write(disk, settings, JSON.stringify(document, null, 4))
  yield* write(disk, "/home/ada/.host/.settings.json.gsd-00112233aabbccdd", "{}")
  return disk.copy()
})

/** Its consent record was lost, that of the one wired after it was not. */
const inactive = Effect.gen(function* () {
  const disk = yield* wiredDisk
  yield* runOn(disk)(install(requestOf("/other/other", { wire: [settings] })))
  const store: { records: ReadonlyArray<{ id: string }> } = JSON.parse(textAt(disk, `${h}/consent.json`))
  const records = store.records.filter((one) => one.id !== id)
  yield* write(disk, `${h}/consent.json`, JSON.stringify({ version: "1", records }))
  return disk.copy()
})

describe("doctorFix", () => {
  it.effect("does nothing where all is well, and asks nothing", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const before = treeOf(disk)
      const { asked, findings, healthy } = yield* fix(disk)
      assert.deepStrictEqual({ findings, healthy, asked }, { findings: [], healthy: true, asked: [] })
      assert.deepStrictEqual(treeOf(disk), before)
    })
  )

  it.effect("mends its own state without a question", () =>
    Effect.gen(function* () {
      const disk = yield* littered
      yield* TestClock.adjust("2 hours")
      const { asked, healthy, outcomes } = yield* fix(disk)
      assert.deepStrictEqual(outcomes, [
        "record-unneeded fixed",
        "transaction-interrupted fixed",
        "staging-dead fixed",
        "bundle-unnamed fixed"
      ])
      assert.deepStrictEqual({ healthy, asked }, { healthy: true, asked: [] })
      assert.strictEqual((yield* runOn(disk)(list(scope)))[0]?.status, "active")
    })
  )

  it.effect("edits settings files after a yes only, and shows no value of anybody else", () =>
    Effect.gen(function* () {
      const disk = yield* stale
      const before = treeOf(disk)
      const no = yield* fix(disk, false)
      assert.deepStrictEqual(no.outcomes, [
        "temporary-left declined",
        "wiring-missing declined",
        "wiring-missing declined",
        "wiring-resurrected declined"
      ])
      assert.strictEqual(no.asked.length, 1)
      assert.strictEqual(no.asked[0]?.findings.length, 4)
      assert.deepStrictEqual(no.asked[0]?.deletions, ["/home/ada/.host/.settings.json.gsd-00112233aabbccdd"])
      assert.include(no.asked[0]?.edits[0]?.diff, "demo-server")
      assert.notInclude(no.asked[0]?.edits[0]?.diff, '"x"')
      assert.deepStrictEqual(treeOf(disk), before)
      const yes = yield* fix(disk)
      assert.isTrue(yes.healthy)
      assert.isTrue(yes.outcomes.every((one) => one.endsWith("fixed")))
      const document = JSON.parse(textAt(disk, settings))
      assert.strictEqual(document.model, "x")
      assert.strictEqual(document.hooks.SessionStart.length, 1)
      assert.deepStrictEqual(document.mcpServers, { demo: { command: "demo-server" } })
      yield* runOn(disk)(remove({ id, scope, wait }))
      assert.strictEqual(JSON.parse(textAt(disk, settings)).model, "x")
      assert.notInclude(textAt(disk, settings), "demo")
      assert.notInclude(textAt(disk, settings), h)
    })
  )

  it.effect("takes out what a host runs though it is not active, and an install puts it back", () =>
    Effect.gen(function* () {
      const disk = yield* inactive
      const before = treeOf(disk)
      const no = yield* fix(disk, false)
      assert.deepStrictEqual(no.outcomes, ["wiring-inactive declined", "wiring-inactive declined"])
      assert.match(no.asked[0]?.edits[0]?.diff ?? "", /-.*"mcpServers"/u)
      assert.deepStrictEqual(treeOf(disk), before)
      const yes = yield* fix(disk)
      assert.isTrue(yes.healthy)
      assert.notInclude(textAt(disk, settings), "demo-server")
      assert.strictEqual(JSON.parse(textAt(disk, settings)).hooks.SessionStart.length, 1)
      yield* runOn(disk)(install(requestOf("/src/hk-cap")))
      assert.include(textAt(disk, settings), "demo-server")
      for (const one of [id, "other"]) yield* runOn(disk)(remove({ id: one, scope, wait }))
      assert.strictEqual(textAt(disk, settings), '{ "model": "x" }\n')
    })
  )

  it.effect("makes a settings file that is gone again, and takes out what came back after a disable", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const wired = textAt(disk, settings)
      yield* onDisk(disk, (durable) => durable.unlink(settings))
      assert.isTrue((yield* fix(disk)).healthy)
      assert.include(textAt(disk, settings), "demo-server")
      yield* runOn(disk)(disable({ id, scope, wait }))
      yield* write(disk, settings, wired)
      assert.deepStrictEqual((yield* fix(disk)).outcomes, [
        "wiring-resurrected fixed",
        "wiring-resurrected fixed"
      ])
      assert.deepStrictEqual(JSON.parse(textAt(disk, settings)).model, "x")
      assert.notInclude(textAt(disk, settings), "demo-server")
    })
  )

  it.effect(
    "leaves what it cannot mend and says why, and touches nothing while a ledger cannot be read",
    () =>
      Effect.gen(function* () {
        const disk = yield* littered
        yield* write(disk, `${h}/ledger.json`, "{")
        const before = textAt(disk, `${h}/consent.json`)
        const { outcomes, warnings } = yield* fix(disk)
        assert.include(outcomes, "ledger-unreadable left")
        assert.include(warnings.join(), "cannot be read")
        assert.strictEqual(textAt(disk, `${h}/consent.json`), before)
        assert.strictEqual(textAt(disk, `${h}/ledger.json`), "{")
      })
  )

  it.effect("refuses when what there is to repair is not what was shown", () =>
    Effect.gen(function* () {
      const disk = yield* stale
      const approve = () => Effect.as(Effect.orDie(write(disk, settings, "{}")), true)
      const failure = yield* Effect.flip(treatOn(disk)(doctorFix(scope, { approve, wait })))
      assert.strictEqual(failure._tag, "StateChanged")
      assert.strictEqual(textAt(disk, settings), "{}")
    })
  )

  for (const [name, start] of [
    ["its own state", littered],
    ["settings files", stale],
    ["settings files of what is not active", inactive]
  ] as const) {
    it.effect(`leaves ${name} before or after, wherever the power goes`, () =>
      Effect.gen(function* () {
        const disk = yield* start
        yield* TestClock.adjust("2 hours")
        const done = disk.copy()
        const program = (on: MemoryDisk) =>
          treatOn(on)(seeded(doctorFix(scope, answering(true).requested), name))
        assert.isTrue((yield* program(done)).healthy)
        // What the next command sweeps and recovers anyway is no part of the state that is compared.
        const before = disk.copy()
        yield* nextCommand(before)
        const ends = { trees: [stateOf(before), stateOf(done)], reports: [] }
        const proveOnce = once()
        yield* everyCrash(
          program,
          (point) =>
            proveOnce(
              point.disk,
              Effect.andThen(
                nextCommand(point.disk),
                Effect.sync(() => proveTree(point.disk, ends))
              )
            ),
          { start: disk }
        )
      })
    )
  }
})
