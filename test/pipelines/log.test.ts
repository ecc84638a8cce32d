import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { auditLimits } from "../../src/domain/audit/verdict.ts"
import { globalScope, pathsOf } from "../../src/domain/paths.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { log } from "../../src/pipelines/log.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { update } from "../../src/pipelines/update.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { put } from "../support/home.ts"
import { textOn } from "../support/machines.ts"

const scope = globalScope
const wait = Duration.seconds(30)
const path = pathsOf("/home/ada/.gsd").audit

const worked = Effect.gen(function* () {
  const disk = MemoryDisk.make({
    directories: ["/home/ada"],
    files: {
      ...below("/v1/hk-cap", capability()),
      ...below("/v2/hk-cap", capability({ version: "1.1.0" })),
      ...below("/v1/other", capability({ id: "other", skills: [] }))
    }
  })
  const run = runOn(disk)
  yield* run(install(requestOf("/v1/hk-cap")))
  yield* run(install(requestOf("/v1/other")))
  yield* run(update({ id: "hk-cap", spec: "/v2/hk-cap", scope, wait, allowDowngrade: false }))
  yield* run(remove({ id: "other", scope, wait }))
  return { disk, run, lines: (textOn(disk, path) ?? "").split("\n").slice(0, -1) }
})

const write = (disk: MemoryDisk.MemoryDisk, text: string) =>
  Effect.provide(put(path, text), DurableMemory.layerOn(disk))

const textOf = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join("")

describe("log", () => {
  it.effect("tells every transaction once, in their order, and who consented", () =>
    Effect.gen(function* () {
      const { run } = yield* worked
      const report = yield* run(log({ verify: false }))
      assert.deepStrictEqual(
        report.rows.map(({ id, op, outcome, version }) => [op, id, version, outcome]),
        [
          ["install", "hk-cap", "1.0.0", "committed"],
          ["install", "other", "1.0.0", "committed"],
          ["update", "hk-cap", "1.1.0", "committed"],
          ["remove", "other", "1.0.0", "committed"]
        ]
      )
      assert.deepInclude(report.rows[0], { scope: "global", source: "/v1/hk-cap", how: "yes" })
      // Its consent went with it.
      assert.notProperty(report.rows[1], "how")
      assert.deepStrictEqual(report.damage, [])
      assert.notProperty(report, "limits")
      const one = yield* run(log({ verify: false, id: "other" }))
      assert.deepStrictEqual(
        one.rows.map(({ op }) => op),
        ["install", "remove"]
      )
    })
  )

  it.effect("of nothing is empty and sound", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ directories: ["/home/ada"] })
      const report = yield* runOn(disk)(log({ verify: true }))
      assert.deepInclude(report, { rows: [], lines: 0, damage: [] })
    })
  )

  it.effect("finds a line changed, left out, put in or torn, and says what it cannot find", () =>
    Effect.gen(function* () {
      const { disk, lines, run } = yield* worked
      const sound = yield* run(log({ verify: true }))
      assert.deepInclude(sound, { damage: [], limits: auditLimits, lines: lines.length })
      for (let at = 0; at < lines.length - 1; at += 1) {
        const changed = lines.with(at, (lines[at] ?? "").replace('"scope":"global"', '"scope":"globe"'))
        yield* write(disk, textOf(changed))
        const [damage] = (yield* run(log({ verify: true }))).damage
        // The line after it no longer names what stands before.
        assert.strictEqual(damage?.line, at + 2, `changed ${at}`)
        yield* write(disk, textOf(lines.toSpliced(at, 1)))
        const without = yield* run(log({ verify: true }))
        assert.strictEqual(without.damage[0]?.line, at + 1, `without ${at}`)
        assert.isAtMost(without.rows.length, 4)
        yield* write(disk, textOf(lines.toSpliced(at, 0, lines[at] ?? "")))
        assert.strictEqual((yield* run(log({ verify: true }))).damage[0]?.line, at + 2, `twice ${at}`)
        yield* write(disk, textOf(lines.with(at, "{")))
        assert.strictEqual((yield* run(log({ verify: true }))).damage[0]?.line, at + 1, `no line ${at}`)
      }
      yield* write(disk, `${textOf(lines)}{"v":1,"at":`)
      const torn = yield* run(log({ verify: true }))
      assert.deepInclude(torn, { damage: [], lines: lines.length })
      assert.match(torn.notes.join(""), /never ended/u)
    })
  )

  it.effect("finds an end that was cut off as far as a ledger names it", () =>
    Effect.gen(function* () {
      const { disk, lines, run } = yield* worked
      yield* write(disk, textOf(lines.slice(0, -2)))
      const report = yield* run(log({ verify: true }))
      assert.match(report.damage[0]?.problem ?? "", /names a line that is not in the log/u)
      assert.notProperty(report.damage[0], "line")
      yield* write(disk, "")
      assert.lengthOf((yield* run(log({ verify: true }))).damage, 1)
    })
  )
})
