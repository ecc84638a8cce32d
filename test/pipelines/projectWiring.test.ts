import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { projectScope } from "../../src/domain/project/places.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { disable, enable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { trustAdd } from "../../src/pipelines/trustAdd.ts"
import { update } from "../../src/pipelines/update.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { refuse } from "../support/refusal.ts"

const wait = Duration.seconds(30)
const id = "hk-cap"
const root = "/workspace/app"
const scope = projectScope(root)
const about = { id, scope, wait }
const settings = `${root}/.host/settings.json`
const elsewhere = "/home/ada/elsewhere"

const newDisk = () =>
  MemoryDisk.make({
    directories: ["/home/ada", `${root}/.git`, elsewhere],
    files: {
      [settings]: "{}\n",
      ...below("/v1/hk-cap", capability()),
      ...below("/v2/hk-cap", capability({ version: "1.1.0" }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" }))
    }
  })

const inProject = (disk: MemoryDisk.MemoryDisk) => runOn(disk, { workingDirectory: root })

/** Tells whether a receipt warns of a settings file in the repository. */
const warns = ({ warnings }: { readonly warnings: ReadonlyArray<string> }): boolean =>
  warnings.some((one) => one.includes(`\`${settings}\` lies in the repository`))

describe("a settings file in a checkout", () => {
  it.effect("is warned of by every command that puts something into it, and by no other", () =>
    Effect.gen(function* () {
      const disk = newDisk()
      const run = inProject(disk)
      const again = { ...about, wire: [settings], allowDowngrade: false }
      assert.isTrue(warns(yield* run(install(requestOf("/v1/hk-cap", { scope, wire: [settings] })))))
      assert.isTrue(warns(yield* run(update({ ...again, spec: "/v2/hk-cap" }))))
      assert.isTrue(warns(yield* run(rollback(about))))
      assert.isFalse(warns(yield* run(disable(about))))
      assert.isFalse(warns(yield* run(update({ ...again, spec: "/v2/hk-cap" }))))
      assert.isTrue(warns(yield* run(enable(about))))
      assert.isFalse(warns(yield* run(remove(about))))
    })
  )
})

const wrong = `sha512-${"A".repeat(86)}==`

describe("update --integrity", () => {
  it.effect("binds beside the lockfile where the source is the vendored folder", () =>
    Effect.gen(function* () {
      const disk = newDisk()
      const run = inProject(disk)
      const { contentHash } = yield* run(install(requestOf("/v1/hk-cap", { scope })))
      yield* run(trustAdd({ id, wait }))
      const request = { ...about, allowDowngrade: false }
      const refusal = yield* refuse(disk, run(update({ ...request, integrity: wrong })))
      assert.include(refusal, { tag: "IntegrityMismatch", exit: 4 })
      assert.include(refusal.message, wrong)
      const told = yield* run(update({ ...request, integrity: contentHash }))
      assert.strictEqual(told.status, "unchanged")
    })
  )

  it.effect("binds where the source is another folder", () =>
    Effect.gen(function* () {
      const disk = newDisk()
      const run = inProject(disk)
      yield* run(install(requestOf("/v1/hk-cap", { scope })))
      const request = { ...about, allowDowngrade: false, integrity: wrong }
      assert.include(yield* refuse(disk, run(update(request))), { tag: "IntegrityMismatch", exit: 4 })
    })
  )
})

describe("update of a vendored capability", () => {
  it.effect("goes to the project of its scope, wherever it is run", () =>
    Effect.gen(function* () {
      const disk = newDisk()
      yield* inProject(disk)(install(requestOf("/v1/hk-cap", { scope })))
      yield* inProject(disk)(trustAdd({ id, wait }))
      const outside = runOn(disk, { workingDirectory: elsewhere })
      const told = yield* outside(update({ ...about, allowDowngrade: false }))
      assert.deepInclude(told, { status: "unchanged", scope: "project", version: "1.0.0" })
    })
  )
})
