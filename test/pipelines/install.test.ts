import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import { globalScope } from "../../src/domain/paths.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { plan } from "../../src/pipelines/plan.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { trustList, trustRevoke } from "../../src/pipelines/trust.ts"
import { update } from "../../src/pipelines/update.ts"
import { verify } from "../../src/pipelines/verify.ts"
import { below, capability } from "../support/capabilities.ts"
import { engineOn, requestOf, runOn } from "../support/engine.ts"

const wait = Duration.seconds(30)
const scope = globalScope

const diskWith = () =>
  MemoryDisk.make({
    directories: ["/home/ada"],
    files: {
      ...below("/src/hk-cap", capability()),
      ...below("/v2/hk-cap", capability({ version: "1.1.0" }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" }))
    }
  })

describe("install", () => {
  it.effect("walks a capability through its whole life and leaves nothing", () =>
    Effect.gen(function* () {
      const disk = diskWith()
      const run = runOn(disk)
      const planned = yield* run(plan(requestOf("/src/hk-cap")))
      assert.strictEqual(planned.id, "hk-cap")
      const installed = yield* run(install(requestOf("/src/hk-cap")))
      assert.strictEqual(installed.status, "installed")
      assert.deepStrictEqual(installed.warnings, [])
      const rows = yield* run(list(scope))
      assert.deepStrictEqual(
        rows.map((row) => [row.id, row.status, row.version]),
        [["hk-cap", "active", "1.0.0"]]
      )
      const again = yield* run(install(requestOf("/src/hk-cap")))
      assert.strictEqual(again.status, "unchanged")
      const upgraded = yield* run(
        update({ id: "hk-cap", spec: "/v2/hk-cap", scope, wait, allowDowngrade: false })
      )
      assert.strictEqual(upgraded.status, "upgraded")
      assert.strictEqual(upgraded.generation, 2)
      const back = yield* run(rollback({ id: "hk-cap", scope, wait }))
      assert.strictEqual(back.status, "rolled-back")
      assert.strictEqual(back.version, "1.0.0")
      assert.strictEqual((yield* run(verify(scope, []))).verdict, "ok")
      assert.strictEqual((yield* run(trustList)).length, 2)
      yield* run(trustRevoke({ id: "hk-cap", scope, wait }))
      assert.deepStrictEqual(
        (yield* run(list(scope))).map((row) => row.status),
        ["inactive"]
      )
      const removed = yield* run(remove({ id: "hk-cap", scope, wait }))
      assert.strictEqual(removed.status, "removed")
      assert.deepStrictEqual(removed.warnings, [])
      assert.deepStrictEqual(yield* run(list(scope)), [])
      const left = [...disk.snapshot().keys()].filter((path) =>
        /\.gsd\/(?:store|capabilities|staging|tx)\/./u.test(path)
      )
      assert.deepStrictEqual(left, [])
    })
  )
})

describe("an engine that lives longer than a command", () => {
  it.effect("lets go of the lock and the staging with each command", () =>
    Effect.gen(function* () {
      const disk = diskWith()
      const left = () => [...disk.snapshot().keys()].filter((path) => /\.gsd\/staging\/./u.test(path))
      yield* Effect.gen(function* () {
        yield* install(requestOf("/src/hk-cap"))
        assert.deepStrictEqual(left(), [])
        yield* remove({ id: "hk-cap", scope, wait: Duration.zero })
        yield* install(requestOf("/src/hk-cap", { wait: Duration.zero }))
        assert.deepStrictEqual(left(), [])
      }).pipe(Effect.provide(engineOn(disk)))
    })
  )
})
