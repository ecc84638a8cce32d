import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { disable, enable } from "../../src/pipelines/enable.ts"
import { list } from "../../src/pipelines/list.ts"
import { state } from "../../src/pipelines/state.ts"
import { install } from "../../src/pipelines/install.ts"
import { plan } from "../../src/pipelines/plan.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { trustRevoke } from "../../src/pipelines/trust.ts"
import { update } from "../../src/pipelines/update.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"

const wait = Duration.seconds(30)
const scope = globalScope
const id = "hk-cap"
const settings = "/home/ada/.host/settings.json"
const original = `{
  // keep me
  "model": "x", "big": 12345678901234567890,
  "hooks": {},
}
`

const servers = { mcpServers: { demo: { command: "demo-server", args: ["--stdio"] } } }

const diskWith = () =>
  MemoryDisk.make({
    files: {
      [settings]: original,
      ...below("/v1/hk-cap", capability(servers)),
      ...below(
        "/v2/hk-cap",
        capability({ version: "1.1.0", ...servers }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" })
      )
    }
  })

const textOf = (disk: MemoryDisk.MemoryDisk): string => {
  const entry = disk.snapshot().get(settings)
  return entry?.kind === "file" ? new TextDecoder().decode(entry.bytes) : "absent"
}

describe("--wire", () => {
  it.effect("wires, keeps the wiring over updates and rollbacks, and gives the bytes back", () =>
    Effect.gen(function* () {
      const disk = diskWith()
      const run = runOn(disk)
      const planned = yield* run(plan(requestOf("/v1/hk-cap", { wire: [settings] })))
      assert.deepStrictEqual(
        planned.wiring.map(({ kind, pointer, state }) => [kind, pointer, state]),
        [
          ["hook", "/hooks/SessionStart/0", "planned"],
          ["mcp", "/mcpServers/demo", "planned"]
        ]
      )
      assert.strictEqual(textOf(disk), original)
      const installed = yield* run(install(requestOf("/v1/hk-cap", { wire: [settings] })))
      assert.deepStrictEqual(
        installed.wired.map((one) => one.state),
        ["present", "present"]
      )
      const first = textOf(disk)
      assert.match(first, /'\/home\/ada\/\.gsd\/store\/[0-9a-f]{64}\/bundle\/hooks\/a\.sh'/u)
      assert.include(first, "// keep me")
      yield* run(update({ id, spec: "/v2/hk-cap", scope, wait, allowDowngrade: false }))
      assert.notStrictEqual(textOf(disk), first)
      yield* run(rollback({ id, scope, wait }))
      assert.strictEqual(textOf(disk), first)
      yield* run(trustRevoke({ id, scope, wait }))
      assert.strictEqual(textOf(disk), original)
      yield* run(install(requestOf("/v1/hk-cap")))
      assert.strictEqual(textOf(disk), first)
      yield* run(remove({ id, scope, wait }))
      assert.strictEqual(textOf(disk), original)
    })
  )
})

describe("disable and enable", () => {
  it.effect("take the wiring out and put it back, and an update does not wire what is switched off", () =>
    Effect.gen(function* () {
      const disk = diskWith()
      const run = runOn(disk)
      yield* run(install(requestOf("/v1/hk-cap", { wire: [settings] })))
      const first = textOf(disk)
      const off = yield* run(disable({ id, scope, wait }))
      assert.strictEqual(off.status, "disabled")
      assert.strictEqual(textOf(disk), original)
      assert.deepInclude((yield* run(state(scope, id)))[0], {
        enabled: false,
        active: false,
        reason: "it is disabled"
      })
      yield* run(update({ id, spec: "/v2/hk-cap", scope, wait, allowDowngrade: false }))
      assert.strictEqual(textOf(disk), original)
      yield* run(rollback({ id, scope, wait }))
      assert.strictEqual(textOf(disk), original)
      const on = yield* run(enable({ id, scope, wait }))
      assert.strictEqual(on.status, "enabled")
      assert.strictEqual(textOf(disk), first)
      assert.deepStrictEqual(
        (yield* run(list(scope)))[0]?.wired.map((one) => one.state),
        ["present", "present"]
      )
      assert.strictEqual((yield* run(enable({ id, scope, wait }))).status, "unchanged")
    })
  )
})
