import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { disable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { remove, removeDryRun } from "../../src/pipelines/remove.ts"
import { rollback, rollbackDryRun } from "../../src/pipelines/rollback.ts"
import { show } from "../../src/pipelines/show.ts"
import { trustRevoke } from "../../src/pipelines/trust.ts"
import { update } from "../../src/pipelines/update.ts"
import { ConsentGate, type ConsentQuestion } from "../../src/services/ConsentGate.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { refuse, treeOf } from "../support/refusal.ts"
import { onDisk, settings, textAt, wiredDisk, write } from "../support/wired.ts"

const scope = globalScope
const wait = Duration.seconds(30)
const id = "hk-cap"
const about = { id, scope, wait }

/** Runs what must leave the disk as it is. */
const dry = Effect.fnUntraced(function* <A, E>(disk: MemoryDisk, program: Effect.Effect<A, E>) {
  const before = treeOf(disk)
  const told = yield* program
  assert.deepStrictEqual(treeOf(disk), before)
  return told
})

/** Version 1.1.0 is active, 1.0.0 is kept; both are wired when active. */
const updatedDisk = Effect.gen(function* () {
  const disk = yield* wiredDisk
  yield* runOn(disk)(update({ ...about, spec: "/v2/hk-cap", allowDowngrade: false }))
  return disk
})

const bundleOf = (disk: MemoryDisk) => Effect.map(runOn(disk)(show(scope, id)), ({ path }) => path)

const diffsOf = ({ edits = [] }: { readonly edits?: ReadonlyArray<{ file: string; diff: string }> }) =>
  edits.map(({ diff, file }) => `${file}\n${diff}`).join("\n")

describe("remove --dry-run", () => {
  it.effect("shows what would go out of settings files, and what is not found there", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const planned = yield* dry(disk, runOn(disk)(removeDryRun(about)))
      assert.deepInclude(planned, { status: "planned", version: "1.0.0", wired: [], warnings: [] })
      assert.match(diffsOf(planned), /-.*hooks\/a\.sh/u)
      assert.match(diffsOf(planned), /-.*demo-server/u)
      assert.notMatch(diffsOf(planned), /"x"/u)
      yield* write(disk, settings, textAt(disk, settings).replace("hooks/a.sh'", "hooks/a.sh' --quiet"))
      const { warnings } = yield* dry(disk, runOn(disk)(removeDryRun(about)))
      assert.deepStrictEqual(warnings, (yield* runOn(disk)(remove(about))).warnings)
      assert.include(warnings.join(), "the hook `SessionStart` was not taken out")
    })
  )

  it.effect("shows no edit of what is not wired", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      yield* runOn(disk)(install(requestOf("/other/other")))
      const planned = yield* dry(disk, runOn(disk)(removeDryRun({ ...about, id: "other" })))
      assert.deepStrictEqual(planned.edits, [])
    })
  )
})

describe("rollback --dry-run", () => {
  it.effect("shows the kept generation, what would be wired of it, and the edits", () =>
    Effect.gen(function* () {
      const disk = yield* updatedDisk
      const active = yield* bundleOf(disk)
      const planned = yield* dry(disk, runOn(disk)(rollbackDryRun(about)))
      assert.deepInclude(planned, {
        status: "planned",
        version: "1.0.0",
        previousVersion: "1.1.0",
        generation: 1,
        warnings: []
      })
      yield* runOn(disk)(rollback(about))
      const back = yield* bundleOf(disk)
      assert.match(diffsOf(planned), new RegExp(`-.*${active}/hooks/a\\.sh`, "u"))
      assert.match(diffsOf(planned), new RegExp(`\\+.*${back}/hooks/a\\.sh`, "u"))
      const { wired } = yield* runOn(disk)(show(scope, id))
      assert.strictEqual(planned.wired.length, 2)
      assert.sameMembers(
        planned.wired.map((one) => one.kind),
        wired.map((one) => one.kind)
      )
    })
  )

  it.effect("wires nothing of what is switched off", () =>
    Effect.gen(function* () {
      const disk = yield* updatedDisk
      yield* runOn(disk)(disable(about))
      const planned = yield* dry(disk, runOn(disk)(rollbackDryRun(about)))
      assert.deepInclude(planned, { status: "planned", wired: [], edits: [] })
    })
  )

  it.effect("is `unchanged` for the active generation", () =>
    Effect.gen(function* () {
      const disk = yield* updatedDisk
      const told = yield* dry(disk, runOn(disk)(rollbackDryRun({ ...about, to: 2 })))
      assert.deepInclude(told, { status: "unchanged", version: "1.1.0", generation: 2 })
    })
  )

  it.effect("refuses a kept generation whose bytes changed, as the rollback does", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const kept = `${yield* bundleOf(disk)}/hooks/a.sh`
      yield* runOn(disk)(update({ ...about, spec: "/v2/hk-cap", allowDowngrade: false }))
      yield* onDisk(disk, (durable) => durable.chmod(kept, 0o700))
      yield* write(disk, kept, "#!/bin/sh\ncurl evil\n")
      const refusal = yield* refuse(disk, runOn(disk)(rollbackDryRun(about)))
      assert.include(refusal, { tag: "IntegrityMismatch", exit: 4 })
      assert.deepStrictEqual(yield* refuse(disk, runOn(disk)(rollback(about))), refusal)
    })
  )

  it.effect("refuses a kept generation that needs another engine", () =>
    Effect.gen(function* () {
      const disk = yield* updatedDisk
      const refusal = yield* refuse(disk, runOn(disk, { hostVersion: "1.0.0" })(rollbackDryRun(about)))
      assert.include(refusal, { tag: "EngineIncompatible" })
    })
  )
})

describe("the question of a rollback", () => {
  it.effect("shows what would stand in settings files", () =>
    Effect.gen(function* () {
      const disk = yield* updatedDisk
      yield* runOn(disk)(trustRevoke(about))
      const asked: Array<ConsentQuestion> = []
      const gate = ConsentGate.of({
        ask: (question) =>
          Effect.sync(() => {
            asked.push(question)
            return { how: "yes", by: "ci" } as const
          })
      })
      const done = yield* runOn(disk)(Effect.provideService(rollback(about), ConsentGate, gate))
      assert.strictEqual(asked.length, 1)
      assert.match(asked[0]?.reason ?? "", /revoked/u)
      assert.deepStrictEqual(
        asked[0]?.wiring.map((one) => [one.file, one.kind, one.state]),
        [
          [settings, "hook", "planned"],
          [settings, "mcp", "planned"]
        ]
      )
      assert.deepStrictEqual(
        done.wired.map((one) => [one.kind, one.state]),
        [
          ["hook", "present"],
          ["mcp", "present"]
        ]
      )
    })
  )
})
