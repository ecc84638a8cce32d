import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { builtInIds } from "../../src/domain/registry/builtIn.ts"
import type { SkipReason } from "../../src/domain/registry/Registry.ts"
import { globalScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import { enable, disable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { loadRegistry } from "../../src/pipelines/loadRegistry.ts"
import { plan } from "../../src/pipelines/plan.ts"
import { show } from "../../src/pipelines/show.ts"
import { below, capability, manifestOf } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { write } from "../support/wired.ts"

const bare = (id: string, members: Parameters<typeof manifestOf>[0] = {}) =>
  below(`/src/${id}`, {
    "capability.json": JSON.stringify(manifestOf({ id, skills: [], hooks: [], ...members }))
  })

const world = () =>
  MemoryDisk.make({
    directories: ["/home/ada", "/src/held", "/workspace/p/.git"],
    files: {
      ...below("/src/hk-cap", capability()),
      ...bare("base"),
      ...bare("top", { requires: ["base"] }),
      ...bare("rival", { skills: ["hk-s"] }),
      ...bare("newer", { requires: ["base"], engines: { gsd: ">=1.0.0" } })
    }
  })

const tagOf = (reason: SkipReason): string =>
  reason._tag === "Refused" ? reason.problems.map(({ rule }) => rule).join() : reason._tag

const wait = requestOf("").wait

describe("an install beside others", () => {
  it.effect("is refused when it claims what an active capability has, and nothing changes", () => {
    const disk = world()
    const run = runOn(disk)
    return Effect.gen(function* () {
      yield* run(install(requestOf("/src/hk-cap")))
      const before = disk.snapshot().size
      const error = yield* Effect.flip(run(install(requestOf("/src/rival"))))
      assert.strictEqual(error._tag, "ManifestInvalid")
      if (error._tag === "ManifestInvalid")
        assert.deepStrictEqual(
          error.problems
            .filter(({ severity }) => severity === "error")
            .map(({ pointer, rule }) => [rule, pointer]),
          [["set.skill", "/skills/0"]]
        )
      assert.strictEqual(disk.snapshot().size, before)
    })
  })

  it.effect("is refused while what it requires is not there, and a plan says so", () => {
    const run = runOn(world())
    return Effect.gen(function* () {
      const planned = yield* run(plan(requestOf("/src/top")))
      assert.deepStrictEqual(
        planned.problems.map(({ rule }) => rule),
        ["set.requires"]
      )
      const error = yield* Effect.flip(run(install(requestOf("/src/top"))))
      assert.strictEqual(error._tag, "ManifestInvalid")
      yield* run(install(requestOf("/src/base")))
      assert.strictEqual((yield* run(install(requestOf("/src/top")))).status, "installed")
    })
  })

  it.effect("may be an update of the one that holds the name", () => {
    const run = runOn(world())
    return Effect.gen(function* () {
      yield* run(install(requestOf("/src/hk-cap")))
      assert.strictEqual((yield* run(install(requestOf("/src/hk-cap")))).status, "unchanged")
    })
  })
})

describe("a list", () => {
  it.effect(
    "says which capability the others leave without what it needs, and takes it back when it is there again",
    () => {
      const run = runOn(world())
      const rows = Effect.map(run(list(globalScope)), (found) =>
        found.map(({ id, reason, status }) => [id, status, reason?.includes("set.requires") ?? false])
      )
      return Effect.gen(function* () {
        yield* run(install(requestOf("/src/base")))
        yield* run(install(requestOf("/src/top")))
        assert.deepStrictEqual(yield* rows, [
          ["base", "active", false],
          ["top", "active", false]
        ])
        const told = yield* run(disable({ id: "base", scope: globalScope, wait }))
        assert.match(told.warnings.join(), /`top` is not acted on any more: .*set\.requires/u)
        assert.deepStrictEqual(yield* rows, [
          ["base", "inactive", false],
          ["top", "skipped", true]
        ])
        assert.strictEqual((yield* run(show(globalScope, "top"))).status, "skipped")
        yield* run(enable({ id: "base", scope: globalScope, wait }))
        assert.deepStrictEqual((yield* rows)[1], ["top", "active", false])
      })
    }
  )
})

describe("a capability whose gate holds the loop", () => {
  const gate = { point: "ship:pre", check: { query: "x.y" }, blocking: true, onError: "halt" } as const

  it.effect("says so when something else than the person keeps it from being active", () => {
    const disk = world()
    const run = runOn(disk)
    const noteOf = Effect.map(run(list(globalScope)), (rows) => rows.find(({ id }) => id === "held")?.note)
    return Effect.gen(function* () {
      yield* write(disk, "/src/held/capability.json", JSON.stringify(held))
      yield* run(install(requestOf("/src/base")))
      yield* run(install(requestOf("/src/held")))
      assert.isUndefined(yield* noteOf)
      yield* run(disable({ id: "base", scope: globalScope, wait }))
      assert.match((yield* noteOf) ?? "", /holds the loop/u)
      yield* run(disable({ id: "held", scope: globalScope, wait }))
      assert.isUndefined(yield* noteOf)
    })
  })

  const held = manifestOf({ id: "held", skills: [], hooks: [], requires: ["base"], gates: [gate] })
})

describe("loadRegistry", () => {
  it.effect("holds the first-party capabilities alone when nothing installed is asked for", () =>
    Effect.gen(function* () {
      const registry = yield* runOn(world())(loadRegistry({ includeInstalled: false, scope: globalScope }))
      assert.deepStrictEqual([...registry.members.keys()], [...builtInIds])
      assert.deepStrictEqual(registry.skipped, [])
    })
  )

  it.effect("adds what is active, indexed, and says of the others why they are not", () => {
    const run = runOn(world())
    return Effect.gen(function* () {
      yield* run(install(requestOf("/src/hk-cap")))
      yield* run(install(requestOf("/src/base")))
      yield* run(install(requestOf("/src/top")))
      yield* run(disable({ id: "base", scope: globalScope, wait }))
      const { index, members, skipped } = yield* run(
        loadRegistry({ includeInstalled: true, scope: globalScope })
      )
      assert.strictEqual(members.get("hk-cap")?.origin, "global")
      assert.strictEqual(index.skills.get("hk-s"), "hk-cap")
      assert.isTrue(index.roles.get("feature")?.includes("hk-cap"))
      assert.deepStrictEqual(
        skipped.map(({ id, reason }) => [id, tagOf(reason)]),
        [
          ["base", "NotActive"],
          ["top", "set.requires"]
        ]
      )
      const reason = skipped[1]?.reason
      assert.strictEqual(
        reason?._tag === "Refused" ? reason.problems[0]?.message : "",
        "`base` is left out itself"
      )
    })
  })

  it.effect("lets the project's capability take the place of the user's of the same id", () => {
    const run = runOn(world(), { workingDirectory: "/workspace/p" })
    const scope = projectScope("/workspace/p")
    return Effect.gen(function* () {
      yield* run(install(requestOf("/src/hk-cap")))
      yield* run(install(requestOf("/src/hk-cap", { scope })))
      const { members, skipped } = yield* run(loadRegistry({ includeInstalled: true, scope }))
      assert.strictEqual(members.get("hk-cap")?.origin, "project")
      assert.deepStrictEqual(
        skipped.map(({ id, origin, reason }) => [id, origin, tagOf(reason)]),
        [["hk-cap", "global", "Shadowed"]]
      )
    })
  })
})
