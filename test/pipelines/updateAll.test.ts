import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { exitOf, type UpdateReport } from "../../src/domain/install/updates.ts"
import { globalScope } from "../../src/domain/paths.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { pin, unpin } from "../../src/pipelines/pin.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { update } from "../../src/pipelines/update.ts"
import { updateAll, updateAllDryRun, updateAuto } from "../../src/pipelines/updateAll.ts"
import { Ledger } from "../../src/services/Ledger.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { put } from "../support/home.ts"
import { refuse, treeOf } from "../support/refusal.ts"
import { commitOf, shelvedOn, type Shelves } from "../support/shelf.ts"

const wait = requestOf("").wait
const scope = globalScope
const request = { scope, wait, allowDowngrade: false }

const bare = (id: string, version: string, members: Parameters<typeof capability>[0] = {}) =>
  capability({ id, version, skills: [], hooks: [], ...members }, { "README.md": `${id} ${version}\n` })

const world = (shelves: Shelves, config = "{}") => {
  const disk = MemoryDisk.make({
    directories: ["/home/ada", "/workspace/p/.git"],
    files: {
      "/workspace/p/.planning/config.json": config,
      ...below("/src/folder", bare("folder", "1.0.0"))
    }
  })
  return { disk, ...shelvedOn(disk, shelves, { workingDirectory: "/workspace/p" }) }
}

const short = (report: UpdateReport) =>
  report.results.map(({ id, status, toVersion = "" }) => `${id} ${status} ${toVersion}`.trim())

const entryOf = (id: string) =>
  Effect.map(
    Effect.flatMap(Ledger, (ledger) => ledger.read(scope)),
    ({ entries }) => entries.get(id)
  )

/** One of every fate: quiet only rewords its README, loud runs more, still has nothing newer, gone does not answer. */
const fates = () => {
  const shelves: Shelves = {
    "npm:quiet": { versions: { "1.0.0": bare("quiet", "1.0.0") } },
    "npm:loud": { versions: { "1.0.0": bare("loud", "1.0.0") } },
    "npm:still": { versions: { "1.0.0": bare("still", "1.0.0") } },
    "npm:gone": { versions: { "1.0.0": bare("gone", "1.0.0") } },
    "npm:kept": { versions: { "1.0.0": bare("kept", "1.0.0") } }
  }
  const release = () => {
    for (const id of ["quiet", "loud", "kept"]) {
      const shelf = shelves[`npm:${id}`]
      if (shelf === undefined) continue
      shelf.versions["1.1.0"] =
        id === "loud"
          ? bare(id, "1.1.0", { mcpServers: { more: { command: "more-server" } } })
          : bare(id, "1.1.0")
    }
    const gone = shelves["npm:gone"]
    if (gone !== undefined) gone.down = "does not answer"
  }
  return { shelves, release }
}

const installed = Effect.fnUntraced(function* (config?: string) {
  const { release, shelves } = fates()
  const made = world(shelves, config)
  for (const key of Object.keys(shelves)) yield* made.run(install(requestOf(key)))
  yield* made.run(install(requestOf("/src/folder")))
  yield* made.run(pin({ id: "kept", scope, wait }))
  release()
  return { ...made, shelves }
})

describe("updateAll", () => {
  it.effect("U41: has one result for each, leaves the pinned one, and one that fails stops no other", () =>
    Effect.gen(function* () {
      const { run } = yield* installed()
      const report = yield* run(updateAll(request))
      assert.deepStrictEqual(short(report), [
        "folder unchanged 1.0.0",
        "gone failed",
        "kept pinned",
        "loud upgraded 1.1.0",
        "quiet upgraded 1.1.0",
        "still unchanged 1.0.0"
      ])
      assert.match(report.results[1]?.reason ?? "", /does not answer/u)
      assert.strictEqual(report.results[2]?.reason, "pinned at 1.0.0")
      assert.strictEqual(report.results[3]?.fromVersion, "1.0.0")
      assert.strictEqual(exitOf(report), 1)
      assert.strictEqual((yield* run(entryOf("kept")))?.version, "1.0.0")
    })
  )

  it.effect("U42: leaves what needs a yes when nobody gives one, with the digest to give it with", () =>
    Effect.gen(function* () {
      const { as, shelves } = yield* installed()
      delete shelves["npm:gone"]?.down
      const report = yield* as({ consent: { yes: false } })(updateAll(request))
      const loud = report.results.find(({ id }) => id === "loud")
      assert.deepInclude(loud, { status: "consent-required", fromVersion: "1.0.0" })
      assert.match(loud?.reason ?? "", /what it can do differs/u)
      assert.strictEqual(exitOf(report), 3)
      assert.deepInclude(
        report.results.find(({ id }) => id === "quiet"),
        { status: "upgraded" }
      )
      const digest = loud?.consentDigest ?? ""
      const again = yield* as({ consent: { yes: false, digest } })(updateAll(request))
      assert.deepInclude(
        again.results.find(({ id }) => id === "loud"),
        { status: "upgraded", toVersion: "1.1.0" }
      )
      assert.strictEqual(exitOf(again), 0)
    })
  )

  it.effect("says beforehand what would become of each, and changes nothing", () =>
    Effect.gen(function* () {
      const { disk, run } = yield* installed()
      const before = treeOf(disk)
      const report = yield* run(updateAllDryRun(request))
      assert.deepStrictEqual(short(report), [
        "folder unchanged 1.0.0",
        "gone failed",
        "kept pinned",
        "loud consent-required 1.1.0",
        "quiet upgraded 1.1.0",
        "still unchanged 1.0.0"
      ])
      assert.isTrue(report.dryRun)
      assert.deepStrictEqual(treeOf(disk), before)
    })
  )

  it.effect("asks many sources at once, and commits one after the other", () => {
    const names = Array.from({ length: 12 }, (_, at) => `cap-${String(at).padStart(2, "0")}`)
    const shelves: Shelves = Object.fromEntries(
      names.map((id) => [`npm:${id}`, { versions: { "1.0.0": bare(id, "1.0.0") } }])
    )
    const { asked, run } = world(shelves)
    return Effect.gen(function* () {
      for (const id of names) yield* run(install(requestOf(`npm:${id}`)))
      for (const id of names) {
        const shelf = shelves[`npm:${id}`]
        if (shelf === undefined) continue
        shelf.versions["1.1.0"] = bare(id, "1.1.0")
        shelf.millis = 100
      }
      asked.most = 0
      const running = yield* Effect.forkChild(run(updateAll(request)))
      yield* TestClock.adjust("100 millis")
      const report = yield* Fiber.join(running)
      assert.strictEqual(asked.most, names.length)
      assert.deepStrictEqual([...new Set(report.results.map(({ status }) => status))], ["upgraded"])
      assert.strictEqual((yield* run(list(scope))).filter(({ status }) => status === "active").length, 12)
    })
  })

  it.effect("takes what belongs together in the order in which it holds", () => {
    const shelves: Shelves = {
      "npm:base": { versions: { "1.0.0": bare("base", "1.0.0", { skills: [] }) } },
      "npm:top": { versions: { "1.0.0": bare("top", "1.0.0") } }
    }
    const { run } = world(shelves)
    return Effect.gen(function* () {
      yield* run(install(requestOf("npm:base")))
      yield* run(install(requestOf("npm:top")))
      // A skill moves from one to the other: `aaa` comes first and must wait for `top` to let it go.
      const skill = { "skills/moved/SKILL.md": "---\nname: moved\ndescription: Moves\n---\nMove.\n" }
      const holding = (id: string, version: string) => ({
        ...bare(id, version, { skills: ["moved"] }),
        ...skill
      })
      const { "npm:base": base, "npm:top": top } = shelves
      if (base === undefined || top === undefined) return assert.fail("no shelves")
      top.versions["1.1.0"] = holding("top", "1.1.0")
      yield* run(updateAll(request))
      top.versions["1.2.0"] = bare("top", "1.2.0")
      base.versions["1.1.0"] = holding("base", "1.1.0")
      assert.deepStrictEqual(short(yield* run(updateAll(request))), [
        "base upgraded 1.1.0",
        "top upgraded 1.2.0"
      ])
    })
  })
})

describe("updateAuto", () => {
  const on = JSON.stringify({ capabilities: { auto_update: true } })

  it.effect("is off unless configuration says so, and then asks no source", () =>
    Effect.gen(function* () {
      const { asked, disk, run } = yield* installed()
      asked.resolved.length = 0
      const before = treeOf(disk)
      const report = yield* run(updateAuto(request))
      assert.deepStrictEqual(report, { scope: "global", auto: "off", results: [] })
      assert.deepStrictEqual(asked.resolved, [])
      assert.deepStrictEqual(treeOf(disk), before)
      assert.strictEqual(exitOf(report), 0)
    })
  )

  it.effect("is on where the user's configuration says so, unless the project's says no", () =>
    Effect.gen(function* () {
      const { disk, run } = yield* installed()
      yield* Effect.provide(put("/home/ada/.gsd/config.json", on), DurableMemory.layerOn(disk))
      assert.strictEqual((yield* run(updateAuto(request))).auto, "on")
      const off = yield* installed(JSON.stringify({ capabilities: { auto_update: false } }))
      yield* Effect.provide(put("/home/ada/.gsd/config.json", on), DurableMemory.layerOn(off.disk))
      assert.strictEqual((yield* off.run(updateAuto(request))).auto, "off")
    })
  )

  it.effect("upgrades what needs no new yes, and leaves the rest even to somebody who says yes to all", () =>
    Effect.gen(function* () {
      const { as, run, shelves } = yield* installed(on)
      delete shelves["npm:gone"]?.down
      const report = yield* as({ consent: { yes: true } })(updateAuto(request))
      assert.deepStrictEqual(short(report), [
        "folder unchanged 1.0.0",
        "gone unchanged 1.0.0",
        "kept pinned",
        "loud consent-required",
        "quiet upgraded 1.1.0",
        "still unchanged 1.0.0"
      ])
      assert.strictEqual(report.auto, "on")
      assert.strictEqual(exitOf(report), 0)
      assert.strictEqual((yield* run(entryOf("loud")))?.version, "1.0.0")
    })
  )
})

describe("a pin", () => {
  const repository = "https://host.example/ada/cap.git"
  const versions = {
    "0.74.8": bare("cap", "0.74.8"),
    "0.75.0": bare("cap", "0.75.0"),
    "0.76.0": bare("cap", "0.76.0")
  }
  const shelf = () => ({ versions: { ...versions }, names: { main: "0.76.0" } })
  const pinned = () => world({ "npm:cap": shelf(), "cap@corp": shelf(), [repository]: shelf() })

  const moves: ReadonlyArray<readonly [from: string, to: string, text: string]> = [
    ["npm:cap@0.74.8", "npm:cap@0.75.0", "0.75.0"],
    ["cap@corp#0.74.8", "cap@corp#0.75.0", "0.75.0"],
    [`${repository}#tag:v0.74.8`, `${repository}#tag:v0.75.0`, commitOf(versions["0.75.0"])]
  ]

  it.effect.each(moves)(
    "U41: of %s moves to exactly what %s names, and to nothing else",
    ([from, to, text]) => {
      const { run } = pinned()
      return Effect.gen(function* () {
        yield* run(install(requestOf(from)))
        assert.strictEqual((yield* run(pin({ id: "cap", scope, wait }))).status, "pinned")
        assert.strictEqual((yield* run(pin({ id: "cap", scope, wait }))).status, "unchanged")
        const receipt = yield* run(install(requestOf(to)))
        assert.deepInclude(receipt, { status: "upgraded", previousVersion: "0.74.8", version: "0.75.0" })
        assert.deepInclude(yield* run(entryOf("cap")), { source: to, version: "0.75.0", pin: text })
      })
    }
  )

  it.effect("U41: is kept by update, and by an install that names no exact version; unpin lets it go", () => {
    const { disk, run } = pinned()
    return Effect.gen(function* () {
      yield* run(install(requestOf("npm:cap@~0.74")))
      yield* run(pin({ id: "cap", scope, wait }))
      const updating = update({ id: "cap", ...request })
      const refusal = yield* refuse(disk, run(updating))
      assert.deepInclude(refusal, { tag: "Pinned", exit: 4, message: "`cap` is pinned at `0.74.8`" })
      assert.match(refusal.hints[0] ?? "", /gsd capability unpin cap/u)
      for (const spec of ["npm:cap", "npm:cap@^0.75"]) {
        const flags = { replace: true, allowDowngrade: true }
        assert.strictEqual((yield* refuse(disk, run(install(requestOf(spec, flags))))).tag, "Pinned")
      }
      assert.strictEqual((yield* run(install(requestOf("npm:cap@~0.74")))).status, "unchanged")
      assert.strictEqual((yield* run(unpin({ id: "cap", scope, wait }))).status, "unpinned")
      assert.isUndefined((yield* run(entryOf("cap")))?.pin)
      assert.strictEqual((yield* run(install(requestOf("npm:cap")))).version, "0.76.0")
    })
  })

  it.effect("goes with a rollback, which names its generation", () => {
    const { run } = pinned()
    return Effect.gen(function* () {
      yield* run(install(requestOf("npm:cap@0.74.8")))
      yield* run(install(requestOf("npm:cap@0.75.0")))
      yield* run(pin({ id: "cap", scope, wait }))
      yield* run(rollback({ id: "cap", scope, wait }))
      assert.deepInclude(yield* run(entryOf("cap")), { version: "0.74.8", pin: "0.74.8" })
    })
  })

  it.effect("is no reason to take another package for the same one", () => {
    const { run } = pinned()
    return Effect.gen(function* () {
      yield* run(install(requestOf("npm:cap")))
      const error = yield* Effect.flip(run(install(requestOf("cap@corp"))))
      assert.strictEqual(error._tag, "SourceDiffers")
    })
  })
})
