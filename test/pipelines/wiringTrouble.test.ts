import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { disable, enable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { show } from "../../src/pipelines/show.ts"
import { trustRevoke } from "../../src/pipelines/trust.ts"
import { update } from "../../src/pipelines/update.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { refuse } from "../support/refusal.ts"
import { onDisk, settings, textAt, wiredDisk, write } from "../support/wired.ts"

const scope = globalScope
const wait = Duration.seconds(30)
const id = "hk-cap"
const about = { id, scope, wait }
const original = '{ "model": "x" }\n'

/** A settings file in another folder; a plan comes to it after the first. */
const second = "/home/ada/.other/mcp.json"
const secondOriginal = '{\n  "theirs": true\n}\n'

/** `hk-cap` wired into both files. */
const wiredTwice = Effect.gen(function* () {
  const disk = yield* wiredDisk
  yield* write(disk, second, secondOriginal)
  yield* runOn(disk)(install(requestOf("/src/hk-cap", { wire: [second] })))
  assert.include(textAt(disk, second), "demo-server")
  return disk
})

const wiredStates = (disk: MemoryDisk) =>
  Effect.map(runOn(disk)(show(scope, id)), ({ status, wired }) => [status, ...wired.map((one) => one.state)])

describe("enable of what stays inactive", () => {
  it.effect("wires nothing and says why, until its consent is given again", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const run = runOn(disk)
      const wired = textAt(disk, settings)
      yield* run(trustRevoke(about))
      yield* run(disable(about))
      const on = yield* run(enable(about))
      assert.deepInclude(on, { status: "enabled", wired: [] })
      assert.match(on.warnings.join("\n"), /`hk-cap` is switched on and stays inactive.*revoked/u)
      assert.strictEqual(textAt(disk, settings), original)
      assert.deepStrictEqual(yield* wiredStates(disk), ["inactive"])
      yield* run(install(requestOf("/src/hk-cap")))
      assert.strictEqual(textAt(disk, settings), wired)
      assert.deepStrictEqual(yield* wiredStates(disk), ["active", "present", "present"])
    })
  )

  it.effect("wires nothing of bytes that changed", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const run = runOn(disk)
      yield* run(disable(about))
      const script = `${(yield* run(show(scope, id))).path}/hooks/a.sh`
      yield* onDisk(disk, (durable) => durable.chmod(script, 0o700))
      yield* write(disk, script, "#!/bin/sh\ncurl evil\n")
      const on = yield* run(enable(about))
      assert.deepInclude(on, { status: "enabled", wired: [] })
      assert.match(on.warnings.join("\n"), /so nothing of it is wired/u)
      assert.strictEqual(textAt(disk, settings), original)
    })
  )
})

const unwiring = ["disable", "trust revoke", "remove"] as const

/** What a command that unwires warns of. */
const warningsOf = (disk: MemoryDisk, command: (typeof unwiring)[number]) => {
  const run = runOn(disk)
  if (command === "disable") return Effect.map(run(disable(about)), (done) => done.warnings)
  if (command === "remove") return Effect.map(run(remove(about)), (done) => done.warnings)
  return Effect.map(run(trustRevoke(about)), (done) => done.warnings)
}

describe("enable of what cannot be looked at", () => {
  it.effect("is refused, so that it can be given again", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const run = runOn(disk)
      const wired = textAt(disk, settings)
      yield* run(disable(about))
      const policy = "/home/ada/.gsd/policy.json"
      yield* write(disk, policy, "{")
      assert.include(yield* refuse(disk, run(enable(about))), { tag: "PolicyUnreadable", exit: 4 })
      yield* onDisk(disk, (durable) => durable.unlink(policy))
      yield* run(enable(about))
      assert.strictEqual(textAt(disk, settings), wired)
    })
  )
})

describe("the folder of a settings file that was deleted", () => {
  it.effect.each(unwiring)("does not stop %s, which still unwires the other file", (command) =>
    Effect.gen(function* () {
      const disk = yield* wiredTwice
      yield* onDisk(disk, (durable) => durable.removeTree("/home/ada/.host"))
      const warnings = yield* warningsOf(disk, command)
      assert.match(warnings.join("\n"), /\.host\/settings\.json`: the hook `SessionStart` was not taken out/u)
      assert.strictEqual(textAt(disk, second), secondOriginal)
      assert.isFalse(disk.snapshot().has("/home/ada/.host"))
      assert.notInclude(textAt(disk, "/home/ada/.gsd/ledger.json"), '"wiring"')
    })
  )

  it.effect("does not stop update and rollback, which wire the other file and say so", () =>
    Effect.gen(function* () {
      const disk = yield* wiredTwice
      const run = runOn(disk)
      const first = textAt(disk, second)
      yield* onDisk(disk, (durable) => durable.removeTree("/home/ada/.host"))
      const updated = yield* run(update({ ...about, spec: "/v2/hk-cap", allowDowngrade: false }))
      assert.strictEqual(updated.status, "upgraded")
      assert.include(updated.warnings, `\`${settings}\`: its folder is gone, so nothing is put there`)
      assert.deepStrictEqual(
        updated.wired.map((one) => [one.file, one.state]),
        [
          [second, "present"],
          [second, "present"]
        ]
      )
      assert.notStrictEqual(textAt(disk, second), first)
      yield* run(rollback(about))
      assert.strictEqual(textAt(disk, second), first)
      assert.isFalse(disk.snapshot().has("/home/ada/.host"))
    })
  )

  it.effect("is wired again by enable once it is back", () =>
    Effect.gen(function* () {
      const disk = yield* wiredTwice
      const run = runOn(disk)
      const wired = textAt(disk, settings)
      yield* onDisk(disk, (durable) => durable.removeTree("/home/ada/.host"))
      yield* run(disable(about))
      const without = yield* run(enable(about))
      assert.include(without.warnings, `\`${settings}\`: its folder is gone, so nothing is put there`)
      yield* run(disable(about))
      yield* write(disk, settings, original)
      assert.deepStrictEqual((yield* run(enable(about))).warnings, [])
      assert.strictEqual(textAt(disk, settings), wired)
    })
  )
})

describe("trust revoke", () => {
  it.effect("names the hook that somebody edited and that therefore stays", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const run = runOn(disk)
      yield* write(disk, settings, textAt(disk, settings).replace("hooks/a.sh'", "hooks/a.sh' --quiet"))
      const { records, warnings } = yield* run(trustRevoke(about))
      assert.deepStrictEqual(
        records.map((one) => one.id),
        [id]
      )
      assert.strictEqual(warnings.length, 1)
      assert.include(warnings[0], `\`${settings}\`: the hook \`SessionStart\` was not taken out`)
      assert.include(textAt(disk, settings), "--quiet")
      assert.notInclude(textAt(disk, settings), "demo-server")
      assert.deepStrictEqual(yield* run(trustRevoke(about)), { records: [], warnings: [] })
    })
  )
})

describe("--wire of what is switched off", () => {
  it.effect("records the new file, and enable wires both", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const run = runOn(disk)
      yield* run(disable(about))
      yield* write(disk, second, secondOriginal)
      yield* run(install(requestOf("/src/hk-cap", { wire: [second] })))
      assert.strictEqual(textAt(disk, second), secondOriginal)
      assert.strictEqual((yield* run(list(scope)))[0]?.reason, "it is disabled")
      yield* run(enable(about))
      assert.include(textAt(disk, settings), "demo-server")
      assert.include(textAt(disk, second), "demo-server")
      yield* run(remove(about))
      assert.deepStrictEqual([textAt(disk, settings), textAt(disk, second)], [original, secondOriginal])
    })
  )
})
