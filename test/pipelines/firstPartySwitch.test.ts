import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Manifest } from "../../src/domain/capability/schema/manifest.ts"
import { globalScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import type { RegistryMember } from "../../src/domain/registry/Registry.ts"
import { registryOf } from "../../src/domain/registry/registryOf.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { disable, enable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { loadRegistry } from "../../src/pipelines/loadRegistry.ts"
import { log } from "../../src/pipelines/log.ts"
import { firstPartyMembers } from "../../src/pipelines/registry/firstParty.ts"
import { findLanes } from "../../src/pipelines/review/lanes.ts"
import { state } from "../../src/pipelines/state.ts"
import { below, manifestOf } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { write } from "../support/wired.ts"

const bare = (id: string, members: Parameters<typeof manifestOf>[0] = {}) =>
  below(`/src/${id}`, {
    "capability.json": JSON.stringify(manifestOf({ id, skills: [], hooks: [], ...members }))
  })

const root = "/workspace/p"
const project = projectScope(root)

const world = () =>
  MemoryDisk.make({
    directories: ["/home/ada", `${root}/.git`, `${root}/.planning`],
    files: {
      ...bare("theme", { requires: ["ui"] }),
      ...bare("rival", { skills: ["ui-phase"] }),
      ...bare("plain")
    }
  })

const inProject = (disk: MemoryDisk.MemoryDisk) => runOn(disk, { workingDirectory: root })

const wait = requestOf("").wait
const ui = { id: "ui", scope: globalScope, wait }
const all = { includeInstalled: true }

const rowsOf = (scope = globalScope) =>
  Effect.map(list(scope), (rows) => rows.map(({ id, reason, status }) => [id, status, reason]))

describe("a capability that gsd brings along", () => {
  it.effect("is switched off and on in one transaction each, and acts or not wherever one looks", () => {
    const disk = world()
    const run = runOn(disk)
    return Effect.gen(function* () {
      assert.isTrue((yield* run(loadRegistry({ ...all, scope: globalScope }))).members.has("ui"))
      const off = yield* run(disable(ui))
      assert.deepInclude(off, { status: "disabled", id: "ui", origin: "first-party", warnings: [] })
      const registry = yield* run(loadRegistry({ ...all, scope: globalScope }))
      assert.isFalse(registry.members.has("ui"))
      assert.deepStrictEqual(
        [...registry.index.points.values()].flatMap(({ steps, gates }) =>
          [...steps, ...gates].filter(({ id }) => id === "ui")
        ),
        []
      )
      assert.deepStrictEqual(
        registry.skipped.map(({ id, origin, reason }) => ({ id, origin, reason })),
        [
          {
            id: "ui",
            origin: "first-party",
            reason: {
              _tag: "NotActive",
              status: "inactive",
              reason: "it is disabled",
              isSwitchedOff: true
            }
          }
        ]
      )
      assert.deepStrictEqual(yield* run(rowsOf()), [["ui", "inactive", "it is disabled"]])
      assert.strictEqual((yield* run(disable(ui))).status, "unchanged")
      assert.strictEqual((yield* run(enable(ui))).status, "enabled")
      assert.strictEqual((yield* run(enable(ui))).status, "unchanged")
      assert.deepStrictEqual(yield* run(rowsOf()), [])
      assert.isTrue((yield* run(loadRegistry({ ...all, scope: globalScope }))).members.has("ui"))
      const { rows } = yield* run(log({ verify: true }))
      assert.deepStrictEqual(
        rows.map(({ id, op }) => [op, id]),
        [
          ["disable", "ui"],
          ["enable", "ui"]
        ]
      )
    })
  })

  it.effect("that is a lane reviews nothing while it is switched off", () => {
    const run = runOn(world())
    return Effect.gen(function* () {
      const slugs = Effect.map(findLanes(globalScope), ({ roster }) => roster.lanes.map(({ slug }) => slug))
      assert.include(yield* run(slugs), "gemini")
      yield* run(disable({ ...ui, id: "gemini" }))
      assert.notInclude(yield* run(slugs), "gemini")
    })
  })

  it.effect("is off in a project when it is there or for the user, and only there in the first case", () => {
    const disk = world()
    const run = inProject(disk)
    const isOn = (scope = globalScope) =>
      Effect.map(run(loadRegistry({ ...all, scope })), ({ members }) => members.has("ui"))
    return Effect.gen(function* () {
      yield* run(disable({ ...ui, scope: project }))
      assert.deepStrictEqual([yield* isOn(), yield* isOn(project)], [true, false])
      assert.deepStrictEqual(yield* run(rowsOf(project)), [["ui", "inactive", "it is disabled"]])
      assert.deepStrictEqual(yield* run(rowsOf()), [])
      yield* run(disable(ui))
      const still = yield* run(enable({ ...ui, scope: project }))
      assert.match(still.warnings.join(), /`ui` stays switched off in global scope/u)
      assert.deepStrictEqual([yield* isOn(), yield* isOn(project)], [false, false])
      assert.match((yield* run(list(project)))[0]?.note ?? "", /switched off in global scope/u)
      yield* run(disable({ ...ui, scope: project }))
      const there = yield* run(enable(ui))
      assert.match(there.warnings.join(), /stays switched off in project scope; .*--scope project/u)
    })
  })

  it.effect(
    "keeps its names while it is switched off, when others are installed and when they are loaded",
    () => {
      const disk = world()
      const run = runOn(disk)
      return Effect.gen(function* () {
        yield* run(disable(ui))
        const error = yield* Effect.flip(run(install(requestOf("/src/rival"))))
        assert.strictEqual(error._tag, "ManifestInvalid")
        if (error._tag === "ManifestInvalid")
          assert.match(
            error.problems.map(({ message }) => message).join(),
            /skill `ui-phase` is of the first-party capability `ui`/u
          )
        const members = firstPartyMembers()
        const [ours, rest] = [
          members.filter(({ id }) => id === "ui"),
          members.filter(({ id }) => id !== "ui")
        ]
        const rival: RegistryMember = {
          id: "rival",
          origin: "global",
          manifest: yield* Schema.decodeUnknownEffect(Manifest)(
            manifestOf({ id: "rival", skills: ["ui-phase"], hooks: [] })
          )
        }
        const reason = { _tag: "NotActive", status: "inactive", reason: "it is disabled" } as const
        const registry = registryOf(
          [...rest, rival],
          ours.map((one) => ({ ...one, reason }))
        )
        assert.isFalse(registry.members.has("rival"))
        assert.isTrue(registryOf([...rest, rival], []).members.has("rival"))
      })
    }
  )

  it.effect(
    "is missed by who requires it: told when it goes, refused while it is gone, back when it is",
    () => {
      const disk = world()
      const run = inProject(disk)
      return Effect.gen(function* () {
        yield* run(install(requestOf("/src/theme")))
        yield* run(install(requestOf("/src/plain", { scope: project })))
        yield* run(install(requestOf("/src/theme", { scope: project })))
        const off = yield* run(disable(ui))
        assert.match(off.warnings.join("\n"), /`theme` is not acted on any more: .*`ui` is switched off/u)
        assert.match(off.warnings.join("\n"), /`theme`, installed in a project, is not acted on any more/u)
        const [row] = yield* run(list(globalScope))
        assert.deepInclude(row, { id: "theme", status: "skipped" })
        const registry = yield* run(loadRegistry({ ...all, scope: globalScope }))
        assert.deepStrictEqual(
          registry.skipped.map(({ id, reason }) => [id, reason._tag]),
          [
            ["ui", "NotActive"],
            ["theme", "Refused"]
          ]
        )
        const other = manifestOf({ id: "other", skills: [], hooks: [], requires: ["ui"] })
        yield* write(disk, "/src/other/capability.json", JSON.stringify(other))
        const error = yield* Effect.flip(run(install(requestOf("/src/other"))))
        assert.strictEqual(error._tag, "ManifestInvalid")
        if (error._tag === "ManifestInvalid")
          assert.match(error.problems.map(({ hint }) => hint).join(), /gsd capability enable ui/u)
        yield* run(enable(ui))
        assert.deepInclude((yield* run(list(globalScope)))[0], { id: "theme", status: "active" })
      })
    }
  )

  it.effect("that does not exist is told from one that does", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(runOn(world())(disable({ ...ui, id: "uii" })))
      assert.strictEqual(error._tag, "NotInstalled")
    })
  )
})

describe("state", () => {
  it.effect(
    "shows what is installed, then what is switched off of gsd's own, and all of it when asked",
    () => {
      const run = runOn(world())
      const ids = (states: ReadonlyArray<{ readonly id: string }>) => states.map(({ id }) => id)
      return Effect.gen(function* () {
        yield* run(install(requestOf("/src/plain")))
        assert.deepStrictEqual(ids(yield* run(state(globalScope))), ["plain"])
        yield* run(disable({ ...ui, id: "claude" }))
        assert.deepStrictEqual(ids(yield* run(state(globalScope))), ["plain", "claude"])
        const everything = ids(yield* run(state(globalScope, undefined, { all: true })))
        assert.strictEqual(everything[0], "plain")
        assert.includeMembers(everything, ["claude", "ui", "security"])
        assert.strictEqual((yield* Effect.flip(run(state(globalScope, "nobody"))))._tag, "NotInstalled")
      })
    }
  )

  it.effect("tells each hook of a capability and why it is not in force", () => {
    const disk = world()
    const run = inProject(disk)
    const hooks = Effect.map(run(state(project, "ui")), ([first]) => first)
    return Effect.gen(function* () {
      const before = yield* hooks
      assert.deepInclude(before, {
        origin: "first-party",
        installed: true,
        enabled: true,
        active: true,
        status: "active"
      })
      assert.deepInclude(before?.hooks[0], {
        hook: "ui/step/0",
        kind: "step",
        point: "plan:pre",
        when: "workflow.ui_phase",
        active: true
      })
      const config = JSON.stringify({ workflow: { ui_phase: false } })
      yield* write(disk, `${root}/.planning/config.json`, config)
      const switched = (yield* hooks)?.hooks[0]
      assert.deepInclude(switched, { hook: "ui/step/0", active: false })
      assert.match(switched?.reason ?? "", /workflow\.ui_phase/u)
      yield* write(disk, `${root}/.planning/config.json`, "{")
      assert.match((yield* hooks)?.hooks[0]?.reason ?? "", /the configuration cannot be read/u)
      yield* run(disable(ui))
      const off = yield* hooks
      assert.deepInclude(off, { enabled: false, active: false, reason: "it is disabled" })
      assert.isTrue(off?.hooks.every(({ active, reason }) => !active && reason !== undefined))
    })
  })
})
