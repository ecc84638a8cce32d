import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { projectScope } from "../../src/domain/project/places.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { lock, lockCheck } from "../../src/pipelines/lock.ts"
import { sync, syncFrozen } from "../../src/pipelines/sync.ts"
import { Durable } from "../../src/services/Durable.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { put } from "../support/home.ts"
import { onMachine, textOn } from "../support/machines.ts"

const wait = Duration.seconds(30)
const id = "hk-cap"
const root = "/workspace/app"
const scope = projectScope(root)
const folder = `${root}/.gsd/capabilities/${id}`
const script = `${folder}/hooks/a.sh`
const pruning = { wait, prune: false }

/** A project in which one capability is installed, agreed on, and vendored. */
const installed = Effect.gen(function* () {
  const disk = MemoryDisk.make({
    directories: ["/home/ada", `${root}/.git`],
    files: below("/v1/hk-cap", capability())
  })
  const run = onMachine(disk, root)
  yield* run(install(requestOf("/v1/hk-cap", { scope })))
  return { disk, run, lockfile: textOn(disk, `${root}/.gsd/capabilities.lock.json`) }
})

const on = <A, E>(disk: MemoryDisk.MemoryDisk, work: Effect.Effect<A, E, Durable>) =>
  Effect.provide(work, DurableMemory.layerOn(disk))

const filesBelow = (disk: MemoryDisk.MemoryDisk) =>
  [...disk.snapshot()].flatMap(([path, { kind }]) =>
    kind === "file" && path.startsWith(`${folder}/`) ? [path] : []
  )

const kinds = (drift: ReadonlyArray<{ readonly kind: string }>) => drift.map(({ kind }) => kind)

describe("vendored files that are not what the lockfile names", () => {
  it.effect("are drift, refused frozen, told by lock and list, and put back by sync, which asks nobody", () =>
    Effect.gen(function* () {
      const { disk, lockfile, run } = yield* installed
      const good = textOn(disk, script)
      yield* on(disk, put(script, "#!/bin/sh\necho other\n"))
      yield* on(disk, put(`${folder}/notes.md`, "mine\n"))

      assert.deepStrictEqual(kinds((yield* run(lockCheck(scope))).drift), ["vendored-differs"])
      const refused = yield* Effect.flip(run(syncFrozen(scope, { wait })))
      assert.strictEqual(refused._tag, "LockDrift")
      assert.match(
        "hints" in refused ? refused.hints.join("\n") : "",
        /capability sync` .*vendored files too/u
      )
      assert.notMatch("hints" in refused ? refused.hints.join("\n") : "", /capability lock` writes/u)
      const locked = yield* run(lock(scope, pruning))
      assert.deepInclude(locked, { status: "unchanged" })
      assert.deepStrictEqual(kinds(locked.drift), ["vendored-differs"])
      const [row] = yield* run(list(scope))
      assert.match(row?.note ?? "", /`gsd capability sync` puts back/u)
      assert.notMatch(row?.note ?? "", /trust add/u)

      const report = yield* onMachine(disk, root, { yes: false })(sync(scope, pruning))
      assert.deepInclude(report.results[0], { id, status: "restored", version: "1.0.0" })
      const told = report.results[0]?.warnings.join("\n") ?? ""
      assert.match(told, /Put back in `.*hk-cap` as the lockfile names it: .*`hooks\/a\.sh`/u)
      assert.match(told, /`notes\.md` \(taken away\)/u)
      assert.strictEqual(textOn(disk, script), good)
      assert.isUndefined(textOn(disk, `${folder}/notes.md`))
      assert.strictEqual(textOn(disk, `${root}/.gsd/capabilities.lock.json`), lockfile)
      assert.deepInclude(yield* run(lockCheck(scope)), { status: "agrees" })
      assert.deepInclude((yield* run(sync(scope, pruning))).results[0], { status: "unchanged" })
    })
  )

  it.effect("that are gone are drift and refused frozen, and come back with sync", () =>
    Effect.gen(function* () {
      const { disk, run } = yield* installed
      const before = filesBelow(disk)
      const good = textOn(disk, script)
      yield* on(
        disk,
        Effect.flatMap(Durable, (durable) => durable.removeTree(`${root}/.gsd/capabilities`))
      )
      const checked = yield* run(lockCheck(scope))
      assert.deepInclude(checked, { status: "drifted" })
      assert.deepStrictEqual(kinds(checked.drift), ["vendored-missing"])
      assert.match(checked.drift[0]?.detail ?? "", /\.gsd\/capabilities\/hk-cap/u)
      assert.strictEqual((yield* Effect.flip(run(syncFrozen(scope, { wait }))))._tag, "LockDrift")
      assert.match((yield* run(list(scope)))[0]?.note ?? "", /gone from the project.*capability sync/u)

      const report = yield* run(sync(scope, pruning))
      assert.deepInclude(report.results[0], { id, status: "restored" })
      assert.match(report.results[0]?.warnings.join("\n") ?? "", /Put back .*`capability\.json`/u)
      assert.deepStrictEqual(filesBelow(disk), before)
      assert.strictEqual(textOn(disk, script), good)
      assert.isTrue((yield* run(syncFrozen(scope, { wait }))).complete)
    })
  )
})
