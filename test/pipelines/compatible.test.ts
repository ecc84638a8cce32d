import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { renderPlan } from "../../src/cli/render/plan.ts"
import { plainView } from "../../src/cli/render/view.ts"
import { globalScope } from "../../src/domain/paths.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { plan } from "../../src/pipelines/plan.ts"
import { show } from "../../src/pipelines/show.ts"
import { update } from "../../src/pipelines/update.ts"
import { Ledger } from "../../src/services/Ledger.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { commitOf, shelvedOn, type Shelf } from "../support/shelf.ts"

const wait = requestOf("").wait
const repository = "https://host.example/ada/hk-cap.git"

const compatVersions = { "1.3.0": ">=1.20.0", "1.2.0": "1.10.0", "1.1.0": "1.6.0", "1.0.0": "1.0.0" }

const at = (version: string, members: Parameters<typeof capability>[0] = {}) =>
  capability({ version, ...members })

/** 1.4.0 needs a newer gsd, and its table names 1.2.0 for this one. */
const shelf = (): Shelf => ({
  versions: {
    "1.0.0": at("1.0.0"),
    "1.1.0": at("1.1.0"),
    "1.2.0": at("1.2.0", { engines: { gsd: ">=1.10.0 <2.0.0" } }),
    "1.3.0": at("1.3.0", { engines: { gsd: ">=1.20.0" } }),
    "1.4.0": at("1.4.0", { engines: { gsd: ">=2.0.0" }, compatVersions })
  },
  names: { main: "1.4.0" }
})

const world = (own: Shelf = shelf()) => {
  const disk = MemoryDisk.make({
    directories: ["/home/ada"],
    files: below("/src/hk-cap", own.versions["1.4.0"] ?? {})
  })
  return { disk, ...shelvedOn(disk, { "npm:hk-cap": own, "hk-cap@corp": own, [repository]: own }) }
}

const entry = Effect.map(
  Effect.flatMap(Ledger, (ledger) => ledger.read(globalScope)),
  ({ entries }) => entries.get("hk-cap")
)

const sentence = "1.4.0 needs gsd >=2.0.0; 1.2.0 is the newest version that works with 1.14.0"

describe("compatVersions", () => {
  it.effect.each(["npm:hk-cap", "npm:hk-cap@^1", "hk-cap@corp", repository, `${repository}#branch:main`])(
    "lead to the newest version of %s that works with this gsd, and it is said",
    (spec) => {
      const { run } = world()
      return Effect.gen(function* () {
        const planned = yield* run(plan(requestOf(spec)))
        assert.deepInclude(planned, { version: "1.2.0", source: spec, notes: [sentence] })
        const receipt = yield* run(install(requestOf(spec)))
        assert.deepInclude(receipt, { status: "installed", version: "1.2.0", warnings: [sentence] })
        const recorded = yield* run(entry)
        assert.strictEqual(recorded?.source, spec)
        const resolved = spec.startsWith("https:") ? commitOf(shelf().versions["1.2.0"] ?? {}) : "1.2.0"
        assert.strictEqual(recorded?.resolved, resolved)
        assert.strictEqual((yield* run(show(globalScope, "hk-cap"))).status, "active")
        const again = yield* run(update({ id: "hk-cap", scope: globalScope, wait, allowDowngrade: false }))
        assert.deepInclude(again, { status: "unchanged", version: "1.2.0", warnings: [sentence] })
      })
    }
  )

  it.effect(
    "are tried newest first; what the source has not, or needs another gsd too, is passed over",
    () => {
      const own = shelf()
      const { "1.2.0": _gone, ...versions } = own.versions
      const { asked, run } = world({
        ...own,
        versions: { ...versions, "1.1.0": at("1.1.0", { engines: { gsd: ">=3" } }) }
      })
      return Effect.gen(function* () {
        const receipt = yield* run(install(requestOf("npm:hk-cap")))
        assert.strictEqual(receipt.version, "1.0.0")
        assert.deepStrictEqual(asked.resolved, [
          "npm:hk-cap",
          "npm:hk-cap 1.2.0",
          "npm:hk-cap 1.1.0",
          "npm:hk-cap 1.0.0"
        ])
      })
    }
  )

  it.effect(
    "lead nowhere when exactly the other version was asked for; the error says which one works",
    () => {
      const { asked, run } = world()
      return Effect.gen(function* () {
        for (const spec of ["npm:hk-cap@1.4.0", `${repository}#tag:v1.4.0`]) {
          const error = yield* Effect.flip(run(install(requestOf(spec))))
          assert.strictEqual(error._tag, "EngineIncompatible")
          assert.match(error.message, /its `compatVersions` names `1\.2\.0` for this one/u)
        }
        assert.strictEqual(asked.resolved.length, 2)
      })
    }
  )

  it.effect("of a folder, which keeps no versions, are named in the error", () => {
    const { disk } = world()
    return Effect.gen(function* () {
      const error = yield* Effect.flip(runOn(disk)(install(requestOf("/src/hk-cap"))))
      assert.strictEqual(error._tag, "EngineIncompatible")
      assert.match(error.message, /names `1\.2\.0`/u)
    })
  })

  it.effect("leave a plan of what an install would refuse as it is, and it says so", () => {
    const { disk } = world()
    return Effect.gen(function* () {
      const planned = yield* runOn(disk)(plan(requestOf("/src/hk-cap")))
      const error = yield* Effect.flip(runOn(disk)(install(requestOf("/src/hk-cap"))))
      const { message } = error
      assert.deepInclude(planned.refused, { _tag: "EngineIncompatible", message, exitCode: 4 })
      const [, , said = "", hint = ""] = renderPlan(planned, plainView).split("\n")
      assert.strictEqual(said, `  install would be refused: ${message}`)
      assert.match(hint, /^ {2}hint: Install version 1\.2\.0/u)
    })
  })

  it.effect("are of no concern to a plan of what this gsd takes, unless another source is installed", () => {
    const { run } = world()
    return Effect.gen(function* () {
      assert.notProperty(yield* run(plan(requestOf("npm:hk-cap"))), "refused")
      yield* run(install(requestOf("npm:hk-cap")))
      assert.notProperty(yield* run(plan(requestOf("npm:hk-cap"))), "refused")
      assert.strictEqual((yield* run(plan(requestOf(repository)))).refused?._tag, "SourceDiffers")
    })
  })

  it.effect("lower an installed version only with --allow-downgrade", () => {
    const own = shelf()
    const { run } = world(own)
    return Effect.gen(function* () {
      yield* run(install(requestOf("npm:hk-cap")))
      own.versions["1.5.0"] = at("1.5.0", {
        engines: { gsd: ">=2.0.0" },
        compatVersions: { "1.1.0": "1.6.0" }
      })
      const request = { id: "hk-cap", scope: globalScope, wait }
      const error = yield* Effect.flip(run(update({ ...request, allowDowngrade: false })))
      assert.strictEqual(error._tag, "DowngradeRefused")
      const done = yield* run(update({ ...request, allowDowngrade: true }))
      assert.deepInclude(done, { status: "downgraded", version: "1.1.0" })
    })
  })

  it.effect("U38: judge a pre-release of gsd by the same rule as an install does", () => {
    const own = shelf()
    const { as } = world(own)
    return Effect.gen(function* () {
      // `>=2.0.0` does not admit 2.0.0-rc.1, and ">=1.20.0" does.
      const receipt = yield* as({ hostVersion: "2.0.0-rc.1" })(install(requestOf("npm:hk-cap")))
      assert.strictEqual(receipt.version, "1.3.0")
    })
  })
})
